// Sends one TEST event in the background, because the caller's endpoint has changed.
import type { EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { WebhookMethod } from '../context.ts';
import { isRetried } from '../domain/event.ts';
import { acceptEvents } from '../steps/accept.ts';
import { makeTestEvent } from '../steps/test-event.ts';

/** The endpoint is read when the event is sent, because the change may be about to commit. */
export const announceEndpoint: WebhookMethod<typeof EventService.method.announceEndpoint> = async (_, context) => {
  const event = makeTestEvent(context);
  await acceptEvents(context, [{ ...event, requestId: context.requestId, isRetried: isRetried(event.type), hasEndpoint: true }]);
  return {};
};
