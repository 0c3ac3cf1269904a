// Messages to rows.
import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { Event } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import { isRetried } from './domain/event.ts';
import type { AcceptedEvent } from './store/events.ts';

export function toAcceptedEvent(event: Event, hasEndpoint: boolean): AcceptedEvent {
  const { id, platformId, resource, sequence, type, body, createdAt, requestId } = event;
  if (!createdAt) throw new Error(`The event ${id} does not say when it was made.`);
  return {
    id,
    platformId,
    resource,
    sequence,
    type,
    body,
    createdAt: timestampDate(createdAt),
    requestId,
    isRetried: isRetried(type),
    hasEndpoint,
  };
}
