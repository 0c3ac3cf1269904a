// Converts customers to messages: businesses with their beneficial owners.
import type { Customer as CustomerMessage } from '../../../gen/payments/customers/v1/customer_pb.ts';
import type { CustomersContext } from '../context.ts';
import { toCustomer } from '../convert.ts';
import type { Customer } from '../domain/customer.ts';

/** Reads the owners of all customers together. */
export async function showCustomers(
  customers: readonly Customer[],
  { store, caller }: CustomersContext,
): Promise<CustomerMessage[]> {
  const businesses = customers.filter(({ profile }) => profile.case === 'business').map(({ id }) => id);
  const owners = Map.groupBy(await store.owners.ofCustomers(caller.platformId, businesses), ({ customerId }) => customerId);
  return customers.map((customer) => toCustomer(customer, owners.get(customer.id)));
}

export async function showCustomer(customer: Customer, context: CustomersContext): Promise<CustomerMessage> {
  const [shown] = await showCustomers([customer], context);
  return shown ?? toCustomer(customer);
}
