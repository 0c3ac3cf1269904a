// Converts messages and rows.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { type DeliverySchema, DeliveryState, type Event } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { Environment } from '../kit/core/caller.ts';
import { fail } from '../kit/messages/fail.ts';
import { isRetried } from './domain/event.ts';
import type { LoggedAttempt, LoggedDelivery } from './store/delivery-log.ts';
import type { AcceptedEvent } from './store/events.ts';

export function toAcceptedEvent(event: Event, hasEndpoint: boolean): AcceptedEvent {
  const { id, platformId, customerId, resource, follows, sequence, type, body, createdAt, requestId, traceparent } = event;
  if (!createdAt) throw new Error(`The event ${id} has no createdAt.`);
  return {
    id,
    platformId,
    customerId,
    resource,
    follows,
    sequence,
    type,
    body,
    createdAt: timestampDate(createdAt),
    requestId,
    traceparent,
    isRetried: isRetried(type),
    hasEndpoint,
  };
}

export function toDelivery(logged: LoggedDelivery): MessageInitShape<typeof DeliverySchema> {
  const { eventId, resource, type, createdAt, state, isErased, isRetried, dueAt, attempts } = logged;
  return {
    eventId,
    resource,
    type,
    createdAt: timestampFromDate(createdAt),
    state: DeliveryState[state],
    isErased,
    isRetried,
    attempts: attempts.map(toAttempt),
    ...(dueAt && { dueAt: timestampFromDate(dueAt) }),
  };
}

function toAttempt({ startedAt, response = '', ...rest }: LoggedAttempt) {
  return { ...rest, startedAt: timestampFromDate(new Date(startedAt)), response: Buffer.from(response, 'base64') };
}

export function environmentNamed(name: string): Environment {
  if (name === 'sandbox' || name === 'production') return name;
  throw fail(ErrorCode.INVALID_INPUT, 'environment must be sandbox or production.');
}
