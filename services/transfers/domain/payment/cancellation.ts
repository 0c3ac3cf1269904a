// What can still be stopped: money on rails that take hours, as long as they have not told how it ended.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';
import { pullRailOf, type Transaction } from './record.ts';

const slowRails = new Set(['ACH', 'WIRE']);

/** STOP: ask the rail. STANDS: it was asked before. */
export type CancellationStep = 'STOP' | 'STANDS';

/** Throws INVALID_INPUT for what is never cancelled, TRANSACTION_NOT_CANCELLABLE for what is so no more. */
export function cancellationOf(transaction: Transaction): CancellationStep {
  const { type, status, stage, refund } = transaction;
  if (!slowRails.has(railOf(transaction))) throw notThisKind('Only payments by ACH or wire are cancelled.');
  if (type === 'INCOMING') return status === 'PENDING' && stage === 'FUNDING' ? 'STOP' : refuse(transaction);
  if (isBeforeStart(transaction)) throw notThisKind('The payment has not begun: let its quote expire.');
  if (isBeingCancelled(transaction)) return 'STANDS';
  return isCancellable(transaction) && refund === undefined ? 'STOP' : refuse(transaction);
}

/** Whether a cancellation may come between two reports of the rail. */
export function isCancellable(transaction: Transaction): boolean {
  const { type, status, stage, round, refund } = transaction;
  const isWithRail = status === 'PROCESSING' && stage === 'PAYOUT' && round > 0;
  return type === 'OUTGOING' && isWithRail && refund === undefined && slowRails.has(railOf(transaction));
}

/** The rail was asked to stop the payment, and has not answered yet. */
export function isBeingCancelled({ type, status, refund }: Transaction): boolean {
  const isAsked = refund?.status === 'PENDING' && refund.reason === 'USER_CANCELLATION';
  return type === 'OUTGOING' && status === 'PROCESSING' && isAsked;
}

function railOf(transaction: Transaction): string {
  return transaction.type === 'INCOMING' ? pullRailOf(transaction) : (transaction.details.quote?.route?.rail ?? '');
}

/** Nothing has left: the quote is open, or its money is not there yet. */
function isBeforeStart({ status, stage }: Transaction): boolean {
  return open.has(status) || (status === 'PROCESSING' && stage === 'FUNDING');
}

const open: ReadonlySet<string> = new Set(['TENTATIVE', 'PENDING', 'EXECUTING', 'ACCEPTED', 'EXPIRED']);

function refuse({ status }: Transaction): never {
  throw fail(ErrorCode.TRANSACTION_NOT_CANCELLABLE, `The payment is ${status} and can no longer be cancelled.`);
}

function notThisKind(text: string): Refusal {
  return fail(ErrorCode.INVALID_INPUT, text);
}
