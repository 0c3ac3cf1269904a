// Inserts the customers of rows, except those with conflicts.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { CustomersContext } from '../context.ts';
import { type Customer, mayHoldAccounts } from '../domain/customer.ts';
import { type ImportError, rowError } from '../domain/customer-import.ts';
import type { CustomersRows } from '../store/store.ts';
import { openAccountsJob } from './account-jobs.ts';
import type { Draft, Drafts } from './read-rows.ts';
import { statusEvents } from './status-event.ts';

/** Returns the errors of all rows without a customer. A job opens the accounts. */
export async function writeRows(
  rows: CustomersRows,
  context: CustomersContext,
  { drafts, platform }: Drafts,
): Promise<ImportError[]> {
  const customers = drafts.flatMap(({ outcome }) => ('customer' in outcome ? [outcome.customer] : []));
  const made = await rows.customers.insertMany(customers);
  const isMade = ({ id }: Customer) => made.has(id);
  await rows.outbox.addMany(customers.filter(isMade).flatMap((customer) => statusEvents(context, customer)));
  const holders = customers.filter((customer) => isMade(customer) && mayHoldAccounts(customer, platform));
  if (holders.length > 0) await rows.jobs.add(openAccountsJob(context, holders, 'creation'));

  const left = customers.filter((customer) => !isMade(customer));
  const obstacles = await rows.customers.obstaclesOf(context.caller.platformId, left);
  if (obstacles.size < left.length)
    throw fail(ErrorCode.SERVICE_UNAVAILABLE, 'A conflicting customer was deleted at the same time. Try again.');
  return drafts.flatMap((draft) => errorOf(draft, obstacles));
}

function errorOf({ name, outcome }: Draft, obstacles: ReadonlyMap<string, Refusal>): ImportError[] {
  if ('error' in outcome) return [outcome.error];
  const refusal = obstacles.get(outcome.customer.id);
  return refusal ? [rowError(name, refusal)] : [];
}
