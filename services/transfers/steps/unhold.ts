// An execution whose hold the ledger has refused: nothing was booked, and what was counted for it counts no more.
import type { Refusal } from '../../kit/fail.ts';
import type { TransfersContext } from '../context.ts';
import { undoExecution } from '../domain/quote.ts';
import type { Transaction } from '../domain/record.ts';
import { turn } from '../domain/transaction.ts';
import type { TransfersRows } from '../store/store.ts';
import { current } from './current.ts';
import { outgoingEvent } from './events.ts';
import { releaseVolume, uncounted } from './volume.ts';

/** Throws the refusal: the quote is open again, or gone where it was never shown. One that was authorized has failed. */
export async function unhold(context: TransfersContext, begun: Transaction, refusal: Refusal): Promise<Transaction> {
  if (begun.authorization) return failAuthorized(context, begun);
  await context.store.write(async (rows) => {
    const isMine =
      begun.status === 'TENTATIVE'
        ? await rows.transactions.remove(begun)
        : await rows.transactions.save(begun, uncounted(undoExecution(begun)));
    if (isMine) await end(rows, begun);
  });
  throw refusal;
}

/** The customer's proof counts once. The attempt is over with it, so that a hold which another process books for it goes back. */
async function failAuthorized(context: TransfersContext, begun: Transaction): Promise<Transaction> {
  const { authorization: _, ...unheld } = uncounted(begun);
  const ended = { ...unheld, attempt: begun.attempt + 1 };
  const change = turn(ended, { event: 'withdrawn', reason: 'QUOTE_EXECUTION_FAILED' }, context.clock.now());
  const isMine = await context.store.write(async (rows) => {
    if (!(await rows.transactions.save(begun, change.after))) return false;
    await rows.outbox.add(outgoingEvent(context, change));
    await end(rows, begun);
    return true;
  });
  return isMine ? change.after : current(context, begun);
}

async function end(rows: TransfersRows, begun: Transaction): Promise<void> {
  await releaseVolume(rows, begun);
  await rows.jobs.remove({ kind: 'carry-out', key: begun.id });
}
