// Retries an event that was given up.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { DeliveryService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { WebhookMethod } from '../context.ts';
import { resend } from '../steps/resend.ts';

export const replayDelivery: WebhookMethod<typeof DeliveryService.method.replayDelivery> = async ({ eventId }, context) => {
  const state = await resend(context, eventId, ['DEAD']);
  if (state !== 'DEAD')
    throw fail(ErrorCode.CONFLICT, `The event ${eventId} is ${state}. Only DEAD events can be sent again.`, { state });
  return {};
};
