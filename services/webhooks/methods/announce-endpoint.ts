// Sends one TEST event in the background: the caller's endpoint has changed.
import type { EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { WebhookMethod } from '../context.ts';
import { isRetried } from '../domain/event.ts';
import { acceptEvents } from '../steps/accept.ts';
import { makeTestEvent } from '../steps/test-event.ts';

/** Whether there is an endpoint is read when it is sent; the change that this announces may just be committing. */
export const announceEndpoint: WebhookMethod<typeof EventService.method.announceEndpoint> = async (_, context) => {
  const event = makeTestEvent(context);
  await acceptEvents(context, [{ ...event, requestId: context.requestId, isRetried: isRetried(event.type), hasEndpoint: true }]);
  return {};
};
