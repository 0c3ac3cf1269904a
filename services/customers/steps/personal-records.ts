// Personal data of a customer in this service: the customer with its owners, documents and verifications.

import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { CustomerSchema } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { DocumentSchema } from '../../../gen/payments/customers/v1/document_pb.ts';
import { VerificationSchema } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import { type PersonalRecord, recordMaker } from '../../kit/messages/personal-record.ts';
import type { PersonalRecords } from '../../kit/service/personal-records.ts';
import type { Person } from '../../kit/storage/personal-keys.ts';
import type { CustomersContext } from '../context.ts';
import { toDocument, toVerification } from '../convert.ts';
import type { Customer } from '../domain/customer.ts';
import { discardPartsJobs } from './blob-jobs.ts';
import { showCustomer } from './show-customer.ts';
import { releaseAddresses } from './uma-addresses.ts';

export const personalRecords: PersonalRecords<CustomersContext> = { erase: eraseHere, export: exportHere };

const customerRecord = recordMaker('customer', CustomerSchema);
const documentRecord = recordMaker('document', DocumentSchema);
const verificationRecord = recordMaker('verification', VerificationSchema);

/** Empty for an unknown customer. */
async function exportHere(person: Person, context: CustomersContext): Promise<PersonalRecord[]> {
  const { store } = context;
  const customer = await store.customers.find(person.platformId, person.customerId);
  if (!customer) return [];
  const [shown, documents, verifications] = await Promise.all([
    showCustomer(customer, context),
    store.documents.ofCustomer(person),
    store.verifications.ofCustomer(person),
  ]);
  const record = customerRecord(publicId('Customer', customer.id), shown);
  const { profile } = customer;
  const identifier = profile.case === 'individual' ? profile.value.identifier : undefined;
  return [
    { ...record, fields: { ...record.fields, ...(identifier !== undefined && { identifier }) } },
    ...documents.map((document) => documentRecord(publicId('Document', document.id), toDocument(document))),
    ...verifications.map((one) => verificationRecord(publicId('Verification', one.id), toVerification(one))),
  ];
}

/** Keeps the row, because other records refer to it. Throws CONFLICT for a customer that is not deleted. */
async function eraseHere(person: Person, context: CustomersContext): Promise<void> {
  const { store } = context;
  const customer = await store.customers.find(person.platformId, person.customerId);
  if (!customer) return;
  if (!customer.deletedAt) throw fail(ErrorCode.CONFLICT, 'Only deleted customers can be erased.');

  await releaseAddresses(customer, context);
  await store.write(async (rows) => {
    const documents = await rows.documents.ofCustomer(person);
    await rows.jobs.addMany(documents.flatMap((document) => discardPartsJobs(context, document)));
    await rows.documents.removeAll(person);
    await rows.owners.removeAll(person);
    await rows.kycLinks.removeAll(person);
    await rows.contactCodes.removeAll(person);
    await rows.customers.erase(customer, anonymousAddress(customer));
  });
}

/** A generated UMA address, because the customer's address may contain its name. */
function anonymousAddress({ id, umaAddress }: Customer): string {
  return `$${id.replaceAll('-', '')}${umaAddress.slice(umaAddress.indexOf('@'))}`;
}
