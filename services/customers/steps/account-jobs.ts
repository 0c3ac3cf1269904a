// The jobs that open and close a customer's accounts: added in a commit, and run before the response.
import type { NewJob } from '../../kit/background/jobs.ts';
import type { CustomersContext } from '../context.ts';
import type { Customer } from '../domain/customer.ts';

/** Opens missing accounts. `occasion` identifies the change of the customers. */
export function openAccountsJob(context: CustomersContext, customers: readonly Pick<Customer, 'id'>[], occasion: string): NewJob {
  const customerIds = customers.map(({ id }) => id);
  const names = new Set([customerIds[0], customerIds.at(-1), occasion]);
  return job(context, { kind: 'open-accounts', key: [...names].join(' '), payload: { customerIds } });
}

/** Closes all accounts of a deleted customer. */
export function closeAccountsJob(context: CustomersContext, { id }: Pick<Customer, 'id'>): NewJob {
  return job(context, { kind: 'close-accounts', key: id, payload: { customerId: id } });
}

/** Erases the personal data of a deleted customer after the configured period. */
export function eraseCustomerJob(context: CustomersContext, { id }: Pick<Customer, 'id'>): NewJob {
  const runAt = new Date(context.clock.now().getTime() + context.eraseAfterMs);
  return { ...job(context, { kind: 'erase-customer', key: id, payload: { customerId: id } }), runAt };
}

/** Adds currencies to a batch of the platform's followers, after the uuid `after`. */
export function enableCurrenciesJob(context: CustomersContext, currencies: readonly string[], after: string): NewJob {
  const key = `${context.caller.platformId} ${currencies.join(' ')} ${after}`;
  return job(context, { kind: 'enable-currencies', key, payload: { currencies: [...currencies], after } });
}

function job({ caller, clock, requestId }: CustomersContext, work: Pick<NewJob, 'kind' | 'key' | 'payload'>): NewJob {
  return { ...work, caller, runAt: clock.now(), requestId };
}

/** A list of texts in a job's payload. */
export function textsIn(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
