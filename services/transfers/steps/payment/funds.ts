// Funds that have arrived by themselves: they go on as requested, or back.
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import { isRateHeld } from '../rates/locked-rate.ts';
import { transitOrReload } from '../shared/transition.ts';
import { isStillSound } from './execution-checks.ts';
import { bookerOf, planRefund } from './refund.ts';

/** They came as requested. What can no longer be paid out goes back. */
export async function acceptFunds(context: TransfersContext, funded: OutgoingPayment): Promise<OutgoingPayment> {
  if (!(await isRateHeld(context, funded))) {
    const plan = await planRefund(context, funded);
    return transitOrReload(context, funded, { event: 'rateWithdrawn', ...plan, point: 'concluded' });
  }
  const event = (await isStillSound(context, funded)) ? 'fundsAccepted' : 'stopped';
  return transitOrReload(context, funded, { event, book: bookerOf(context, funded), point: 'processing' });
}

/** They are shown as accepted before they go back. */
export function stopFunds(context: TransfersContext, funded: OutgoingPayment): Promise<OutgoingPayment> {
  return transitOrReload(context, funded, { event: 'stopped', book: bookerOf(context, funded), point: 'processing' });
}

/** Another amount than was requested, what came too late, and what was stopped. */
export async function returnFunds(context: TransfersContext, funded: OutgoingPayment): Promise<OutgoingPayment> {
  const plan = await planRefund(context, funded);
  return transitOrReload(context, funded, { event: 'fundsReturned', ...plan, point: 'concluded' });
}
