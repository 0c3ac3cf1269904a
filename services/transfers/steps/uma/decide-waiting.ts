// The platform's decision on a waiting payment, by its own call.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { UmaPayment } from '../../domain/incoming/incoming.ts';
import { shownStatus, type Transaction } from '../../domain/record/transaction.ts';
import type { Verdict } from '../../domain/uma/verdict.ts';
import { findTransaction } from '../shared/find-transaction.ts';
import { decide } from './decide.ts';

/**
 * The payment after the verdict, which is derived from the waiting payment. If a concurrent response to the approval request (202, 422)
 * changes the payment, but not that it waits, the verdict is derived again. Throws TRANSACTION_NOT_FOUND, and
 * TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL if the payment does not wait or its deadline has passed.
 */
export async function decideWaiting(
  context: TransfersContext,
  transactionId: string,
  verdictOn: (payment: UmaPayment) => Verdict,
): Promise<UmaPayment> {
  for (;;) {
    const payment = await findWaiting(context, transactionId);
    const decided = await decide(context, payment, verdictOn(payment));
    if (decided) return decided;
  }
}

async function findWaiting(context: TransfersContext, transactionId: string): Promise<UmaPayment> {
  const payment = await findTransaction(context, transactionId);
  if (payment.kind !== 'UMA_PAYMENT' || shownStatus(payment) !== 'PENDING') throw notWaiting(payment);
  const { decideBy } = payment.uma.pending;
  if (decideBy === undefined || context.clock.now() >= new Date(decideBy)) throw notWaiting(payment);
  return payment;
}

export function notWaiting({ id }: Transaction): Refusal {
  const message = `The transaction Transaction:${id} is not waiting for the approval of the platform.`;
  return fail(ErrorCode.TRANSACTION_NOT_PENDING_PLATFORM_APPROVAL, message);
}
