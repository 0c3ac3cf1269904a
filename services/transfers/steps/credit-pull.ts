// The end of a transfer that comes in by a pull: the account inside is credited, or nothing has happened.
import { reached } from '../../kit/crash-points.ts';
import type { TransfersContext } from '../context.ts';
import { type IncomingTurn, turnIncoming } from '../domain/incoming.ts';
import { incomingLegs } from '../domain/legs.ts';
import { pullRailOf, type Transaction } from '../domain/record.ts';
import { tryBook } from './book.ts';
import { current } from './current.ts';
import { incomingEvent } from './events.ts';

export const uncollected: IncomingTurn = { event: 'collectionFailed', reason: 'COLLECTION_FAILED' };

/** An account that takes no money any more fails the collection. */
export async function creditPull(context: TransfersContext, collected: Transaction): Promise<Transaction> {
  const { id: subject, receiver, received } = collected;
  const accountId = receiver.slice(receiver.indexOf(':') + 1);
  const legs = incomingLegs({ accountId, ...received, rail: pullRailOf(collected) });
  const refusal = await tryBook(context, { subject, step: 'IN', legs });
  reached('pull booked');
  return endPull(context, collected, refusal ? uncollected : { event: 'credited' });
}

export async function endPull(context: TransfersContext, before: Transaction, turn: IncomingTurn): Promise<Transaction> {
  const change = turnIncoming(before, turn, context.clock.now());
  const after: Transaction = { ...change.after, stage: 'PAYOUT', round: before.round + 1 };
  const isMine = await context.store.write(async ({ transactions, outbox, jobs }) => {
    if (!(await transactions.save(before, after))) return false;
    await outbox.add(incomingEvent(context, change));
    await jobs.remove({ kind: 'carry-out', key: before.id });
    return true;
  });
  reached('pull ended');
  return isMine ? after : current(context, before);
}
