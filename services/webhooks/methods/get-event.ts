// An event of the caller's platform, with its payload.
import type { EventLogService } from '../../../gen/payments/webhooks/v1/event_log_pb.ts';
import type { WebhookMethod } from '../context.ts';
import { payloadMaxBytes, toLoggedEvent } from '../convert-event-log.ts';
import { findEvent } from '../steps/find-event.ts';

export const getEvent: WebhookMethod<typeof EventLogService.method.getEvent> = async ({ eventId }, context) => {
  const event = await findEvent(context, eventId);
  const { platformId } = context.caller;
  return toLoggedEvent(event, await context.store.eventLog.bodyOf({ platformId, id: event.id }, payloadMaxBytes));
};
