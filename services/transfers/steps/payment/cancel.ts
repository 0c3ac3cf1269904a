// Cancels a payout in progress. The intent is recorded before the rail is called, so that no report is booked in between.
// After a crash, the job continues.
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import { railOf } from '../shared/rail-of.ts';
import { transit, transitOrReload } from '../shared/transition.ts';
import { workForCaller } from './advance-for-caller.ts';
import { payoutOf } from './payout.ts';
import { planRefund } from './refund.ts';

/** Undefined if a report of the rail was faster. */
export async function cancelPayout(context: TransfersContext, sent: OutgoingPayment): Promise<OutgoingPayment | undefined> {
  const cancelling = await transit(context, sent, { event: 'cancellationRequested', point: 'cancellation begun' });
  return cancelling && workForCaller(context, cancelling, () => endCancellation(context, cancelling));
}

/** The money is either refunded or delivered: the rail decides, and repeated calls return the same result. */
export async function endCancellation(context: TransfersContext, cancelling: OutgoingPayment): Promise<OutgoingPayment> {
  const isStopped = await railOf(context).cancel(await payoutOf(context, cancelling));
  reached('cancellation answered');
  if (!isStopped) {
    // Nothing is booked, and the rail continues to report the payment.
    return transitOrReload(context, cancelling, { event: 'cancellationFailed', afterMs: 0, point: 'cancellation lost' });
  }
  const plan = await planRefund(context, cancelling);
  return transitOrReload(context, cancelling, { event: 'cancellationConfirmed', ...plan, point: 'concluded' });
}
