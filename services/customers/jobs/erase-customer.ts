// Erases the personal data of a deleted customer, in every service.

import { type Job, retryAt } from '../../kit/background/jobs.ts';
import { publicId } from '../../kit/core/ids.ts';
import { type CustomersContext, personalDataIn } from '../context.ts';

/** Repeatable. Postponed if the operator has extended the period since the deletion. */
export async function eraseCustomer({ payload }: Job, context: CustomersContext): Promise<void> {
  const { store, caller, clients, clock, eraseAfterMs } = context;
  const customer = await store.customers.find(caller.platformId, String(payload.customerId));
  if (!customer?.deletedAt) return;
  const eraseAt = new Date(customer.deletedAt.getTime() + eraseAfterMs);
  if (clock.now() < eraseAt) throw retryAt(eraseAt);

  const customerId = publicId('Customer', customer.id);
  for (const service of personalDataIn(clients)) await service.erasePerson({ customerId });
}
