// What can still be stopped: money on rails that take hours, as long as they have not told how it ended.
import type { OutgoingPayment } from './payment.ts';

const slowRails = new Set(['ACH', 'WIRE']);

/** Whether what this rail carries can be stopped on its way. */
export const isSlowRail = (rail: string | undefined): boolean => rail !== undefined && slowRails.has(rail);

/** Whether a cancellation may come between two reports of the rail. */
export function isCancellable({ state, refund, quote }: OutgoingPayment): boolean {
  return state === 'SENT' && refund === undefined && isSlowRail(quote.route?.rail);
}
