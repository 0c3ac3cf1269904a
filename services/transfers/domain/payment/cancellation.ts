// Which payments can be cancelled: those on slow rails, until their final report.
import type { OutgoingPayment } from './payment.ts';

const slowRails = new Set(['ACH', 'WIRE']);

/** Whether payouts on this rail can be cancelled. */
export const isSlowRail = (rail: string | undefined): boolean => rail !== undefined && slowRails.has(rail);

/** Whether a cancellation can arrive between two reports of the rail. */
export function isCancellable({ state, refund, quote }: OutgoingPayment): boolean {
  return state === 'SENT' && refund === undefined && isSlowRail(quote.route?.rail);
}
