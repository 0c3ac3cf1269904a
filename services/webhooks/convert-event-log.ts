// Converts events and attempts of the log to messages.
import type { MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { EventAttemptSchema, LoggedEventSchema } from '../../gen/payments/webhooks/v1/event_log_pb.ts';
import { DeliveryState } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import type { LoggedEvent, NumberedAttempt } from './store/event-log.ts';

/** Larger bodies, such as those of large imports, are not shown. */
export const payloadMaxBytes = 256 * 1024;

/** `body`: as it is sent. */
export function toLoggedEvent(event: LoggedEvent, body?: Buffer): MessageInitShape<typeof LoggedEventSchema> {
  const { id, type, resource, createdAt, state, attemptCount, dueAt } = event;
  return {
    id: publicId('Webhook', id),
    type,
    resource,
    timestamp: timestampFromDate(createdAt),
    status: DeliveryState[state],
    attemptCount,
    ...(dueAt && { nextAttemptAt: timestampFromDate(dueAt) }),
    ...(body && { payload: JSON.parse(body.toString()) }),
  };
}

export function toEventAttempt({ startedAt, response, ...rest }: NumberedAttempt): MessageInitShape<typeof EventAttemptSchema> {
  return { ...rest, startedAt: timestampFromDate(startedAt), ...(response && { response: textOf(response) }) };
}

/** Omits a truncated character at the end. */
function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes, { stream: true });
}
