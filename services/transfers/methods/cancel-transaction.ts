// POST /transactions/{id}/cancel: requests a cancellation from a slow rail, and refunds the money if it succeeds.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { TransactionService } from '../../../gen/payments/transfers/v1/transaction_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import { cancellationOf } from '../domain/record/cancellation.ts';
import type { Transaction } from '../domain/record/transaction.ts';
import { cancelPayout } from '../steps/payment/cancel.ts';
import { findTransaction } from '../steps/shared/find-transaction.ts';
import { cancelTransferIn } from '../steps/transfer-in/advance.ts';

/** How often a report of the rail may interfere. */
const attemptsMax = 5;

export const cancelTransaction: TransfersMethod<typeof TransactionService.method.cancelTransaction> = async (
  request,
  context,
) => {
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    const transaction = await findTransaction(context, request.transactionId);
    const cancelled = await cancel(context, transaction);
    if (cancelled) return toTransaction(cancelled, context.clock.now());
  }
  throw fail(ErrorCode.TRANSACTION_NOT_CANCELLABLE, 'The rail is already completing the payment. It can no longer be cancelled.');
};

/** Undefined if the payment has changed in the meantime. */
async function cancel(context: TransfersContext, transaction: Transaction): Promise<Transaction | undefined> {
  const cancellation = cancellationOf(transaction);
  switch (cancellation.step) {
    case 'STANDS':
      return transaction;
    case 'STOP_PAYOUT':
      return cancelPayout(context, cancellation.payment);
    case 'STOP_PULL':
      return cancelTransferIn(context, cancellation.transfer);
    default:
      return cancellation satisfies never;
  }
}
