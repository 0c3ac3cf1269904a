// Whether money may still move at the rate that its quote has locked.
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import { findRateSource } from './rate-source-of.ts';

/** One currency needs none. */
export const needsRate = ({ sent, received }: OutgoingPayment) => sent.currency !== received.currency;

/** Nobody stands for a rate whose source is not connected any more. */
export async function isRateHeld(context: TransfersContext, quote: OutgoingPayment): Promise<boolean> {
  const { id: key, sent, received, createdAt: lockedAt } = quote;
  if (!needsRate(quote)) return true;
  const source = findRateSource(context);
  if (!source) return false;
  const { locked: rate } = quote.quote.rates;
  return source.holds({ key, sending: sent.currency, receiving: received.currency, rate, amount: sent.amount, lockedAt });
}
