// Finds the customer of a request.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { Person } from '../../kit/storage/personal-keys.ts';
import type { CustomersContext } from '../context.ts';
import type { Customer } from '../domain/customer.ts';

/** The uuid in a customer's public id. Throws USER_NOT_FOUND for an invalid one. */
export function customerUuid(customerId: string): string {
  const uuid = uuidOf('Customer', customerId);
  if (uuid === undefined) throw customerNotFound(customerId);
  return uuid;
}

/** The customer, deleted or not. Throws USER_NOT_FOUND. */
export async function findCustomer(customerId: string, { store, caller }: CustomersContext): Promise<Customer> {
  const customer = await store.customers.find(caller.platformId, customerUuid(customerId));
  if (!customer) throw customerNotFound(customerId);
  return customer;
}

/** Identifies the customer in its stored data. */
export function personOf({ platformId, id }: Customer): Person {
  return { platformId, customerId: id };
}

export function customerNotFound(customerId: string): Refusal {
  return fail(ErrorCode.USER_NOT_FOUND, `There is no customer ${customerId}.`);
}
