// A payment that its platform may decide upon now.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../../kit/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { Transaction } from '../../domain/record.ts';
import { findTransaction } from '../find-transaction.ts';

/** Throws TRANSACTION_NOT_FOUND, and TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL where nothing waits, or its time is over. */
export async function findWaiting(context: TransfersContext, transactionId: string): Promise<Transaction> {
  const payment = await findTransaction(context, transactionId);
  const decideBy = payment.details.uma?.pending?.decideBy;
  const isWaiting = payment.status === 'PENDING' && decideBy !== undefined && context.clock.now() < new Date(decideBy);
  if (!isWaiting) throw notWaiting(payment);
  return payment;
}

export function notWaiting({ id }: Transaction): Refusal {
  const message = `The transaction Transaction:${id} does not wait for the platform, or no longer.`;
  return fail(ErrorCode.TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL, message);
}
