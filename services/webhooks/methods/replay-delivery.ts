// Retries an event that was given up.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { DeliveryService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { WebhookMethod } from '../context.ts';
import { tryingMs } from '../domain/schedule.ts';

export const replayDelivery: WebhookMethod<typeof DeliveryService.method.replayDelivery> = async ({ eventId }, context) => {
  const { caller, store, wall, courier } = context;
  const known = await store.log.stateOf(caller.platformId, eventId);
  if (!known) throw fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no event ${eventId}.`, { resource: 'Webhook' });
  const { state, isRetried, isErased } = known;
  if (!isRetried)
    throw fail(ErrorCode.CONFLICT, `The event ${eventId} is a test or an approval request. These are sent only once.`, { state });
  if (isErased)
    throw fail(ErrorCode.CONFLICT, `The event ${eventId} cannot be sent again: its customer was erased.`, {
      reason: 'CUSTOMER_ERASED',
    });

  const now = wall.now();
  const isRevived = await store.log.revive(
    { platformId: caller.platformId, eventId },
    { now, giveUpAt: new Date(now.getTime() + tryingMs) },
  );
  if (!isRevived)
    throw fail(ErrorCode.CONFLICT, `The event ${eventId} is ${state}. Only DEAD events can be sent again.`, { state });
  courier.wake([caller.platformId]);
  return {};
};
