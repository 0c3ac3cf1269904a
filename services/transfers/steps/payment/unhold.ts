// An execution whose hold was refused and voided: nothing is booked, and what was counted for it counts no more.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import { undoExecution } from '../../domain/payment/quote.ts';
import type { Transaction } from '../../domain/payment/record.ts';
import { turn } from '../../domain/payment/transaction.ts';
import type { TransfersRows } from '../../store/store.ts';
import { isVoided } from '../shared/book.ts';
import { current } from '../shared/current.ts';
import { outgoingEvent } from '../shared/events.ts';
import { releaseInvoice } from '../shared/invoices.ts';
import { releaseVolume, uncounted } from '../shared/volume.ts';

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
  throw isVoided(refusal) ? refusedElsewhere() : refusal;
}

const refusedElsewhere = () => fail(ErrorCode.CONFLICT, 'Another request for this execution was just refused. Try again.');

/** The customer's proof counts once. */
async function failAuthorized(context: TransfersContext, begun: Transaction): Promise<Transaction> {
  const { authorization: _, ...unheld } = uncounted(begun);
  const change = turn(unheld, { event: 'withdrawn', reason: 'QUOTE_EXECUTION_FAILED' }, context.clock.now());
  const isMine = await context.store.write(async (rows) => {
    if (!(await rows.transactions.save(begun, change.after))) return false;
    await rows.outbox.add(outgoingEvent(context, change));
    await end(rows, begun);
    return true;
  });
  return isMine ? change.after : current(context, begun);
}

async function end(rows: TransfersRows, begun: Transaction): Promise<void> {
  await releaseInvoice(rows, begun);
  await releaseVolume(rows, begun);
  await rows.jobs.remove({ kind: 'carry-out', key: begun.id, caller: { platformId: begun.platformId } });
}
