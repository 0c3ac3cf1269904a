// Arrived funds: paid out as requested, or refunded.
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import { isRateHeld } from '../rates/locked-rate.ts';
import { transitOrReload } from '../shared/transition.ts';
import { isStillSound } from './execution-checks.ts';
import { bookerOf, planRefund } from './refund.ts';

/** They arrived as requested. If they can no longer be paid out, they are refunded. */
export async function acceptFunds(context: TransfersContext, funded: OutgoingPayment): Promise<OutgoingPayment> {
  if (!(await isRateHeld(context, funded))) {
    const plan = await planRefund(context, funded);
    return transitOrReload(context, funded, { event: 'rateWithdrawn', ...plan, point: 'concluded' });
  }
  const event = (await isStillSound(context, funded)) ? 'fundsAccepted' : 'stopped';
  return transitOrReload(context, funded, { event, book: bookerOf(context, funded), point: 'processing' });
}

/** They are shown as accepted before they are refunded. */
export function stopFunds(context: TransfersContext, funded: OutgoingPayment): Promise<OutgoingPayment> {
  return transitOrReload(context, funded, { event: 'stopped', book: bookerOf(context, funded), point: 'processing' });
}

/** A different amount, late funds, and stopped payments. */
export async function returnFunds(context: TransfersContext, funded: OutgoingPayment): Promise<OutgoingPayment> {
  const plan = await planRefund(context, funded);
  return transitOrReload(context, funded, { event: 'fundsReturned', ...plan, point: 'concluded' });
}
