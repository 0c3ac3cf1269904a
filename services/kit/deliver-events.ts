// Where the outboxes of services lead: to the service that delivers webhooks.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { Context } from './method.ts';
import type { OutboxEvent } from './outbox.ts';

/** Hands events on, in their order; for the `relay` of a door whose needs name the event service `events`. */
export async function deliverEvents(
  events: readonly OutboxEvent[],
  { clients }: Pick<Context<{ events: typeof EventService }>, 'clients'>,
): Promise<void> {
  for (let start = 0; start < events.length; start += batchSize) {
    await clients.events.acceptEvents({ events: events.slice(start, start + batchSize).map(toEvent) });
  }
}

/** Bodies hold whole resources, so a batch stays well below the size of a message. */
const batchSize = 100;

function toEvent({ id, platformId, resource, sequence, type, body, createdAt, requestId }: OutboxEvent) {
  return { id, platformId, resource, sequence, type, body, createdAt: timestampFromDate(createdAt), requestId };
}
