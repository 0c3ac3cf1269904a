// Accepts events from the outboxes of other services.
import type { EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { WebhookContext, WebhookMethod } from '../context.ts';
import { toAcceptedEvent } from '../convert.ts';
import { acceptEvents as accept } from '../steps/accept.ts';
import { destinationOf } from '../steps/destination.ts';

/** An event whose platform has no endpoint now is stored and never sent. */
export const acceptEvents: WebhookMethod<typeof EventService.method.acceptEvents> = async ({ events }, context) => {
  const reachable = await platformsWithEndpoint(context, new Set(events.map(({ platformId }) => platformId)));
  await accept(
    context,
    events.map((event) => toAcceptedEvent(event, reachable.has(event.platformId))),
  );
  return {};
};

async function platformsWithEndpoint(context: WebhookContext, platformIds: ReadonlySet<string>): Promise<ReadonlySet<string>> {
  const found = await Promise.all([...platformIds].map(async (id) => ({ id, destination: await destinationOf(context, id) })));
  return new Set(found.filter(({ destination }) => destination).map(({ id }) => id));
}
