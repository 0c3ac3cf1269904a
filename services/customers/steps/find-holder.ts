// Finds the beneficial owners, documents and holders of requests.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { nounOf, publicId, uuidOf } from '../../kit/core/ids.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { CustomersContext } from '../context.ts';
import type { BeneficialOwner } from '../domain/beneficial-owner.ts';
import type { Customer } from '../domain/customer.ts';
import type { Document } from '../domain/document.ts';
import type { CustomersRows } from '../store/store.ts';
import { customerNotFound, customerUuid } from './find-customer.ts';

/** The holder of a document: a customer, or an owner of one. */
export interface Holder {
  /** uuid. */
  readonly customerId: string;
  /** uuid. */
  readonly ownerId: string | undefined;
}

/** Throws USER_NOT_FOUND or, for an owner, REFERENCE_NOT_FOUND. */
export async function findHolder(holder: string, context: CustomersContext): Promise<Holder> {
  if (holder.startsWith('BeneficialOwner:')) {
    const { id, customerId } = await findOwner(holder, context);
    return { customerId, ownerId: id };
  }
  return { customerId: customerUuid(holder), ownerId: undefined };
}

/** Throws REFERENCE_NOT_FOUND. */
export async function findOwner(ownerId: string, { store, caller }: CustomersContext): Promise<BeneficialOwner> {
  const uuid = uuidOf('BeneficialOwner', ownerId);
  const owner = uuid === undefined ? undefined : await store.owners.find(caller.platformId, uuid);
  if (!owner) throw unknown('BeneficialOwner', ownerId);
  return owner;
}

/** Throws REFERENCE_NOT_FOUND. */
export async function findDocument(documentId: string, { store, caller }: CustomersContext): Promise<Document> {
  const uuid = uuidOf('Document', documentId);
  const document = uuid === undefined ? undefined : await store.documents.find(caller.platformId, uuid);
  if (!document) throw unknown('Document', documentId);
  return document;
}

/** The customer, unless deleted. `customerId`: its uuid. Throws USER_NOT_FOUND. */
export async function findLiveCustomer(customerId: string, { store, caller }: CustomersContext): Promise<Customer> {
  const customer = await store.customers.find(caller.platformId, customerId);
  if (!customer || customer.deletedAt) throw customerNotFound(publicId('Customer', customerId));
  return customer;
}

/** The customer, unless deleted, locked until the transaction ends. `customerId`: its uuid. Throws USER_NOT_FOUND. */
export async function lockCustomer(rows: CustomersRows, { caller }: CustomersContext, customerId: string): Promise<Customer> {
  const customer = await rows.customers.lock(caller.platformId, customerId);
  if (!customer || customer.deletedAt) throw customerNotFound(publicId('Customer', customerId));
  return customer;
}

/** The refusal of an unknown id. */
export function unknown(resource: string, id: string): Refusal {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no ${nounOf(resource)} ${id}.`, { resource });
}
