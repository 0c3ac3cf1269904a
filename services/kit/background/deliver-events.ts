// Forwards the events of outboxes to the service that delivers webhooks.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { Context } from '../core/method.ts';
import type { OutboxEvent } from './outbox-event.ts';

type DeliveryContext = Pick<Context<{ events: typeof EventService }>, 'clients'>;

/** Forwards events in their order. For the `relay` of a service whose needs include the event service as `events`. */
export function deliverEvents(events: readonly OutboxEvent[], context: DeliveryContext): Promise<void> {
  return deliverBehind(events, context, () => undefined);
}

/** The same for events that follow those of another resource, given by its public id. */
export async function deliverBehind(
  events: readonly OutboxEvent[],
  { clients }: DeliveryContext,
  followedBy: (event: OutboxEvent) => string | undefined,
): Promise<void> {
  const toMessage = (event: OutboxEvent) => {
    const follows = followedBy(event);
    return { ...toEventMessage(event), ...(follows !== undefined && { follows }) };
  };
  for (const batch of batchesOf(events)) await clients.events.acceptEvents({ events: batch.map(toMessage) });
}

/** Event bodies contain whole resources. An event that exceeds the size of a batch is sent alone. */
function batchesOf(events: readonly OutboxEvent[]): OutboxEvent[][] {
  const batches: OutboxEvent[][] = [];
  let bytes = 0;
  for (const event of events) {
    const batch = batches.at(-1);
    bytes += event.body.length;
    if (batch && batch.length < eventsMax && bytes <= bytesMax) batch.push(event);
    else {
      batches.push([event]);
      bytes = event.body.length;
    }
  }
  return batches;
}

const eventsMax = 100;
const bytesMax = 1024 * 1024;

/** The request message of the event service. */
export function toEventMessage(event: OutboxEvent) {
  const { id, platformId, customerId, resource, sequence, type, body, createdAt, requestId, traceparent } = event;
  const known = { ...(customerId !== undefined && { customerId }), ...(traceparent !== undefined && { traceparent }) };
  return { id, platformId, ...known, resource, sequence, type, body, createdAt: timestampFromDate(createdAt), requestId };
}
