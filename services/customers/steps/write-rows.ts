// Writes the customers of rows, as many as there is nothing in the way of.
import type { CustomersContext } from '../context.ts';
import { type Customer, mayHoldAccounts } from '../domain/customer.ts';
import type { ImportError } from '../domain/customer-import.ts';
import type { CustomersRows } from '../store/store.ts';
import { openAccountsJob } from './account-jobs.ts';
import { type Draft, type Drafts, refused } from './read-rows.ts';
import { statusEvents } from './status-event.ts';

/** Returns the errors of all rows that make no customer. Accounts are opened by jobs. */
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
  await rows.jobs.addMany(holders.map((customer) => openAccountsJob(context, customer, 'creation')));

  const left = drafts.filter(({ outcome }) => 'customer' in outcome && !isMade(outcome.customer));
  const explained = await explain(rows, context, left);
  return drafts.flatMap((draft) => {
    const { outcome } = explained.get(draft) ?? draft;
    return 'error' in outcome ? [outcome.error] : [];
  });
}

/** Tells what is in the way of customers that could not be written. */
async function explain(rows: CustomersRows, { caller }: CustomersContext, left: readonly Draft[]): Promise<Map<Draft, Draft>> {
  const explained = new Map<Draft, Draft>();
  for (const draft of left) {
    if (!('customer' in draft.outcome)) continue;
    const refusal = await rows.customers.obstacleOf(caller.platformId, draft.outcome.customer);
    if (!refusal) throw new Error('What was in the way of a customer is gone again. The rows come again.');
    explained.set(draft, refused(draft.name, refusal));
  }
  return explained;
}
