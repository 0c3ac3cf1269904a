// A pull that comes back after it was collected: a transfer in is reversed, and what a quote has spent the platform pays. Repeatable.
import type { InternalAccount } from '../../../../gen/payments/accounts/v1/internal_account_pb.ts';
import type { NewJob } from '../../../kit/background/jobs.ts';
import { reached } from '../../../kit/core/crash-points.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { TransfersContext } from '../../context.ts';
import { turnIncoming } from '../../domain/deposit/incoming.ts';
import { pullRailOf, type Transaction } from '../../domain/payment/record.ts';
import { forcedDebitLegs } from '../../domain/shared/legs.ts';
import { takeDebit } from '../deposit/account-debit.ts';
import { book } from '../shared/book.ts';
import { incomingEvent } from '../shared/events.ts';

export function pullReturnJob({ caller, clock, requestId }: TransfersContext, { id }: Transaction): NewJob {
  return { kind: 'pull-return', key: id, caller, payload: { transactionId: id }, runAt: clock.now(), requestId };
}

/** False while the transfer waits for its account to be free: what becomes of it is not settled yet. */
export async function returnPull(context: TransfersContext, collected: Transaction): Promise<boolean> {
  if (collected.type === 'OUTGOING') await chargePlatform(context, collected);
  else if (collected.status === 'PENDING') return false;
  else if (collected.status === 'COMPLETED') await reverse(context, collected);
  return true; // a transfer that has failed has given its money back already
}

/** The account gives back what it has; what it lacks the platform owes. */
async function reverse(context: TransfersContext, credited: Transaction): Promise<void> {
  const { id: subject, receiver, received } = credited;
  const legs = forcedDebitLegs({ accountId: uuidIn(receiver), ...received, rail: pullRailOf(credited) });
  await book(context, { subject, step: 'IN_RETURN', legs });
  reached('pull return booked');
  const change = turnIncoming(credited, { event: 'returned', reason: 'COLLECTION_FAILED' }, context.clock.now());
  await context.store.write(async ({ transactions, outbox }) => {
    if (await transactions.save(credited, change.after)) await outbox.add(incomingEvent(context, change));
  });
}

/** The quote has gone on with the money: it stays what it has become, and a debit of its own is on the platform's account. */
async function chargePlatform(context: TransfersContext, paid: Transaction): Promise<void> {
  const { id: key, sent, quoteId } = paid;
  const account = await platformAccount(context, sent.currency);
  await takeDebit(context, account, {
    kind: 'PULL_RETURN',
    key,
    rail: pullRailOf(paid),
    amount: sent.amount,
    returnBy: context.clock.now(),
    ...(quoteId !== undefined && { quoteId }),
  });
}

async function platformAccount({ clients }: TransfersContext, currency: string): Promise<InternalAccount> {
  await clients.accounts.openPlatformAccounts({ currencies: [currency] });
  const { data } = await clients.internalAccounts.listPlatformInternalAccounts({ currency });
  const [account] = data;
  if (!account) throw new Error(`The platform has no account in ${currency}.`);
  return account;
}
