// Whether money may still move at the locked rate of its quote.
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import { findRateSource } from './rate-source-of.ts';

/** Not needed within one currency. */
export const needsRate = ({ sent, received }: OutgoingPayment) => sent.currency !== received.currency;

/** A rate without a configured source is no longer valid. */
export async function isRateHeld(context: TransfersContext, quote: OutgoingPayment): Promise<boolean> {
  const { id: key, sent, received, createdAt: lockedAt } = quote;
  if (!needsRate(quote)) return true;
  const source = findRateSource(context);
  if (!source) return false;
  const { locked: rate } = quote.quote.rates;
  return source.holds({ key, sending: sent.currency, receiving: received.currency, rate, amount: sent.amount, lockedAt });
}
