// Whether a cancellation is possible, and its effect.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';
import type { IncomingTransaction, TransferIn } from '../incoming/incoming.ts';
import { isCancellable, isSlowRail } from '../payment/cancellation.ts';
import type { OutgoingPayment } from '../payment/payment.ts';
import { isOutgoing, shownStatus, type Transaction } from './transaction.ts';

/** The action to take. STANDS: the cancellation was already requested from the rail. */
export type Cancellation =
  | { readonly step: 'STANDS' }
  | { readonly step: 'STOP_PAYOUT'; readonly payment: OutgoingPayment }
  | { readonly step: 'STOP_PULL'; readonly transfer: TransferIn };

/** Throws INVALID_INPUT for payments that can never be cancelled, TRANSACTION_NOT_CANCELLABLE for those that no longer can. */
export function cancellationOf(transaction: Transaction): Cancellation {
  if (transaction.state === 'AWAITING_APPROVAL') throw notThisKind('The payment waits for approval. Reject it instead.');
  return isOutgoing(transaction) ? ofPayment(transaction) : ofIncoming(transaction);
}

function ofPayment(payment: OutgoingPayment): Cancellation {
  if (!isSlowRail(payment.quote.route?.rail)) throw neverCancelled();
  if (beforeStart.has(payment.state)) throw notThisKind('The payment has not started. Let its quote expire instead.');
  if (payment.state === 'CANCELLING') return { step: 'STANDS' };
  if (isCancellable(payment)) return { step: 'STOP_PAYOUT', payment };
  throw tooLate(payment);
}

function ofIncoming(transaction: IncomingTransaction): Cancellation {
  if (transaction.kind !== 'TRANSFER_IN' || !isSlowRail(transaction.pullRail)) throw neverCancelled();
  if (transaction.state === 'COLLECTING' || transaction.state === 'PULLING') return { step: 'STOP_PULL', transfer: transaction };
  throw tooLate(transaction);
}

/** No money has moved: the quote is open, or its funds have not arrived. */
const beforeStart: ReadonlySet<string> = new Set([
  'TENTATIVE',
  'OPEN',
  'EXECUTING',
  'EXECUTING_PROVEN',
  'FUNDED',
  'FUNDED_MISMATCHED',
  'FUNDED_UNPAYABLE',
  'FUNDED_OVER_LIMIT',
  'COLLECTING',
  'PULLING',
  'ACCEPTED',
  'ACCEPTED_SENT',
  'EXPIRED',
  'LATE_FUNDED',
  'LATE_REFUNDED',
  'LATE_SUSPENDED',
]);

function tooLate(transaction: Transaction): Refusal {
  const message = `The payment is ${shownStatus(transaction)} and can no longer be cancelled.`;
  return fail(ErrorCode.TRANSACTION_NOT_CANCELLABLE, message);
}

const neverCancelled = () => notThisKind('Only payments by ACH or wire can be cancelled.');
const notThisKind = (text: string) => fail(ErrorCode.INVALID_INPUT, text);
