// Sends a stored event again.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { WebhookContext } from '../context.ts';
import { tryingMs } from '../domain/schedule.ts';
import type { DeliveryState } from '../store/records.ts';

/**
 * Retries an event in one of these states for another seven days. Returns its state before; events in other states do not change. Refuses
 * unknown events, events that are sent only once, and those of an erased customer.
 */
export async function resend(
  { caller, store, wall, courier }: WebhookContext,
  eventId: string,
  from: readonly DeliveryState[],
): Promise<DeliveryState> {
  const { platformId } = caller;
  const known = await store.log.stateOf(platformId, eventId);
  if (!known) throw noEvent(eventId);
  const { state, isRetried, isErased } = known;
  if (!isRetried)
    throw fail(ErrorCode.CONFLICT, `The event ${eventId} is a test or an approval request. These are sent only once.`, { state });
  if (isErased)
    throw fail(ErrorCode.CONFLICT, `The event ${eventId} cannot be sent again: its customer was erased.`, {
      reason: 'CUSTOMER_ERASED',
    });

  const now = wall.now();
  await store.log.revive({ platformId, eventId }, { from, now, giveUpAt: new Date(now.getTime() + tryingMs) });
  courier.wake([platformId]);
  return state;
}

export function noEvent(eventId: string): Refusal {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no event ${eventId}.`, { resource: 'Webhook' });
}
