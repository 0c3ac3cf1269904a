// Sends an event of the caller's platform again. A repeated call finds it pending and changes nothing.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { EventLogService } from '../../../gen/payments/webhooks/v1/event_log_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { WebhookMethod } from '../context.ts';
import { payloadMaxBytes, toLoggedEvent } from '../convert-event-log.ts';
import { destinationOf } from '../steps/destination.ts';
import { findEvent } from '../steps/find-event.ts';
import { resend } from '../steps/resend.ts';

export const resendEvent: WebhookMethod<typeof EventLogService.method.resendEvent> = async ({ eventId }, context) => {
  const { caller, store } = context;
  const { id } = await findEvent(context, eventId);
  if (!(await destinationOf(context, caller.platformId)))
    throw fail(ErrorCode.WEBHOOK_ENDPOINT_NOT_SET, 'Set webhookEndpoint with PATCH /config before sending events again.');

  await resend(context, id, ['DELIVERED', 'DEAD', 'NO_ENDPOINT']);

  const event = await findEvent(context, eventId);
  return toLoggedEvent(event, await store.eventLog.bodyOf({ platformId: caller.platformId, id }, payloadMaxBytes));
};
