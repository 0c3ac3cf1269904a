// Stopping a payout that is on its way. That it is to be stopped is written down before the rail is asked, so that no report of the
// rail is booked meanwhile; a process that dies in between is followed by the job.
import { reached } from '../../../kit/core/crash-points.ts';
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import { railOf } from '../shared/rail-of.ts';
import { transit, transitOrReload } from '../shared/transition.ts';
import { payoutOf } from './payout.ts';
import { planRefund } from './refund.ts';

/** Undefined where a report of the rail was faster. */
export async function cancelPayout(context: TransfersContext, sent: OutgoingPayment): Promise<OutgoingPayment | undefined> {
  const cancelling = await transit(context, sent, { event: 'cancellationRequested', point: 'cancellation begun' });
  return cancelling && endCancellation(context, cancelling);
}

/** Money comes back or is delivered, and never both: the rail decides, and answers the same however often it is asked. */
export async function endCancellation(context: TransfersContext, cancelling: OutgoingPayment): Promise<OutgoingPayment> {
  const isStopped = await railOf(context).cancel(await payoutOf(context, cancelling));
  reached('cancellation answered');
  if (!isStopped) {
    // Nothing is booked, and the rail goes on telling what becomes of the payment.
    return transitOrReload(context, cancelling, { event: 'cancellationFailed', afterMs: 0, point: 'cancellation lost' });
  }
  const plan = await planRefund(context, cancelling);
  return transitOrReload(context, cancelling, { event: 'cancellationConfirmed', ...plan, point: 'concluded' });
}
