// What each turn of an outgoing transaction books.

import type { Transaction } from '../../domain/payment/record.ts';
import type { Turn } from '../../domain/payment/transaction.ts';
import { type Payment, refundDoneLegs, refundFailLegs, releaseLegs, reverseLegs, settleLegs } from '../../domain/shared/legs.ts';
import type { Booking } from '../shared/book.ts';

export interface Standing {
  readonly before: Transaction;
  readonly payment: Payment;
  readonly isDispatched: boolean;
  readonly isSettled: boolean;
}

/** What a turn books; most turns of the status book nothing by themselves. */
export function bookingFor(event: Turn['event'], standing: Standing): Omit<Booking, 'subject'> | undefined {
  const { before, payment, isDispatched, isSettled } = standing;
  switch (event) {
    case 'delivered':
      return isSettled ? undefined : { step: 'SETTLE', legs: settleLegs(payment) };
    case 'refundStarted':
      if (!isDispatched) return { step: 'RELEASE', legs: releaseLegs(payment) };
      return { step: 'REVERSE', legs: reverseLegs(payment, before.settledAt !== undefined) };
    case 'refunded':
      return { step: 'REFUND_DONE', legs: refundDoneLegs(payment) };
    case 'refundFailed':
      return { step: 'REFUND_FAIL', legs: refundFailLegs(payment) };
    case 'held':
    case 'accepted':
    case 'taken':
    case 'challenged':
    case 'authorized':
    case 'unauthorized':
    case 'withdrawn':
    case 'expired':
    case 'fundsRefused':
    case 'pullFailed':
    case 'cancelled':
    case 'payoutFailed':
    case 'returned':
    case 'released':
      return undefined;
    default:
      return event satisfies never;
  }
}
