// The attempts to deliver an event of the caller's platform.
import type { EventLogService } from '../../../gen/payments/webhooks/v1/event_log_pb.ts';
import type { WebhookMethod } from '../context.ts';
import { toEventAttempt } from '../convert-event-log.ts';
import { findEvent } from '../steps/find-event.ts';

export const listEventAttempts: WebhookMethod<typeof EventLogService.method.listEventAttempts> = async ({ eventId }, context) => {
  const { id } = await findEvent(context, eventId);
  const attempts = await context.store.eventLog.attemptsOf({ platformId: context.caller.platformId, id });
  return { data: attempts.map(toEventAttempt) };
};
