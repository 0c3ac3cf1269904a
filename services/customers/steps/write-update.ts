// Writes an update of a customer in one transaction, and runs its jobs before the response.
import type { NewJob } from '../../kit/background/jobs.ts';
import type { CustomersContext } from '../context.ts';
import { type Customer, mayHoldAccounts } from '../domain/customer.ts';
import { type CustomerChange, mayGainAccounts, type UpdateOccasion, update } from '../domain/update.ts';
import type { CustomersRows } from '../store/store.ts';
import { openAccountsJob } from './account-jobs.ts';
import { customerNotFound, customerUuid } from './find-customer.ts';

export interface Written {
  /** Public id. */
  readonly customerId: string;
  readonly change: CustomerChange;
  readonly occasion: UpdateOccasion;
  /** Additional writes of the transaction. An error rolls back. */
  readonly also?: (rows: CustomersRows) => Promise<void>;
}

/** The customer is locked while the change is decided, so that no concurrent update is lost. */
export async function writeUpdate(context: CustomersContext, { customerId, change, occasion, also }: Written): Promise<Customer> {
  const { store, caller } = context;
  const { customer, opening } = await store.write(async (rows) => {
    await also?.(rows);
    const before = await rows.customers.lock(caller.platformId, customerUuid(customerId));
    if (!before || before.deletedAt) throw customerNotFound(customerId);
    const after = update(before, change, occasion);
    if (after === before) return { customer: before };
    await rows.customers.update({ before, after });
    const job = openingAfter(context, occasion, { before, after });
    if (job) await rows.jobs.add(job);
    return { customer: after, opening: job };
  });
  if (opening) await context.runNow(opening);
  return customer;
}

interface Change {
  readonly before: Customer;
  readonly after: Customer;
}

/** The job that opens required accounts, if any. */
function openingAfter(context: CustomersContext, { platform }: UpdateOccasion, { before, after }: Change): NewJob | undefined {
  if (!mayHoldAccounts(after, platform) || !mayGainAccounts(before, after)) return undefined;
  return openAccountsJob(context, [after], context.operationId);
}
