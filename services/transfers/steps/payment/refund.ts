// The steps of a refunded payment, and the destination of the refund.
import type { TransfersContext } from '../../context.ts';
import { isCryptoFunded, isRefundedByRail, type OutgoingPayment, paymentOf } from '../../domain/payment/payment.ts';
import type { StepOf } from '../../domain/record/transaction.ts';
import {
  fundLegs,
  type Leg,
  type Payment,
  refundDoneLegs,
  refundFailLegs,
  releaseLegs,
  reverseLegs,
  settleLegs,
} from '../../domain/shared/legs.ts';
import { subjectOf } from '../shared/agent-of.ts';
import { book } from '../shared/book.ts';
import { railOf } from '../shared/rail-of.ts';
import { refundAccountOf } from '../shared/refund-account.ts';

type PaymentStep = StepOf<OutgoingPayment['kind']>;

/** How a payment is refunded. */
export interface RefundPlan {
  readonly isSuspended: boolean;
  readonly book: (step: PaymentStep) => Promise<void>;
}

/** Refunds of crypto assets from outside require an internal account. Without one the refund fails, and the operator releases it. */
export async function planRefund(context: TransfersContext, payment: OutgoingPayment): Promise<RefundPlan> {
  const refundAccountId = isCryptoFunded(payment) ? await refundAccountOf(context, payment) : undefined;
  const money = { ...paymentOf(payment), ...(refundAccountId && { refundAccountId }) };
  return { isSuspended: isCryptoFunded(payment) && !refundAccountId, book: bookerOf(context, payment, money) };
}

/** Books the steps of a payment under their keys. */
export function bookerOf(
  context: TransfersContext,
  payment: OutgoingPayment,
  money: Payment = paymentOf(payment),
): (step: PaymentStep) => Promise<void> {
  return async (step) => {
    if (step === 'REFUND_DONE' && isRefundedByRail(money)) {
      const amount = { ...payment.sent, amount: money.arrived ?? payment.sent.amount };
      await railOf(context).returnFunds({ key: payment.id, amount });
    }
    await book(context, { ...subjectOf(payment), step, legs: legsOf(step, payment, money) });
  };
}

function legsOf(step: PaymentStep, { settledAt }: OutgoingPayment, money: Payment): Leg[] {
  switch (step) {
    case 'FUND':
      return fundLegs(money);
    case 'SETTLE':
      return settleLegs(money);
    case 'RELEASE':
      return releaseLegs(money);
    case 'REVERSE':
      return reverseLegs(money, settledAt !== undefined);
    case 'REFUND_DONE':
      return refundDoneLegs(money);
    case 'REFUND_FAIL':
      return refundFailLegs(money);
    default:
      return step satisfies never;
  }
}
