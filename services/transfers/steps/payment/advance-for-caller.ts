// Advances a payment while its caller waits.
import { isOfCall } from '../../../kit/messages/fail.ts';
import type { TransfersContext } from '../../context.ts';
import type { OutgoingPayment } from '../../domain/payment/payment.ts';
import { reload } from '../shared/reload.ts';
import { advance } from './advance.ts';

export function advanceForCaller<T extends OutgoingPayment>(context: TransfersContext, begun: T): Promise<T> {
  return workForCaller(context, begun, async () => (await advance(context, begun)) as T); // the kind never changes
}

/**
 * Once the payment is in progress, a failure of a rail or service ends only the work of this call: the job of the payment continues it, and the
 * caller gets its current state.
 */
export async function workForCaller<T extends OutgoingPayment>(
  context: TransfersContext,
  begun: T,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const now = await reload(context, begun);
    if (!isOfCall(error) || notUnderWay.has(now.state)) throw error;
    context.log.warn({ err: error, transaction: now.id }, 'A payment was interrupted. Its job will continue it.');
    return now;
  }
}

/** Nothing is held, no money has arrived and no rail was called, so the caller gets the refusal. */
const notUnderWay: ReadonlySet<string> = new Set([
  'TENTATIVE',
  'OPEN',
  'AWAITING_PROOF',
  'EXECUTING',
  'EXECUTING_PROVEN',
  'EXECUTING_APPROVED',
]);
