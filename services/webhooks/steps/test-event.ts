// The TEST event, to check that an endpoint receives and verifies events.
import { WebhookType } from '../../../gen/payments/common/v1/webhook_pb.ts';
import { TestWebhookSchema } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { eventMaker } from '../../kit/background/events.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { WebhookContext } from '../context.ts';

const make = eventMaker(TestWebhookSchema);

/** Uses the id of the operation, so that a repeated call creates one event. It has no resource and waits for no other event. */
export function makeTestEvent({ operationId, ...context }: WebhookContext): OutboxEvent {
  const origin = { ...context, ids: { next: () => operationId } };
  const resource = publicId('Webhook', operationId);
  return make(origin, { type: WebhookType.TEST, resource, sequence: 1n, customerId: undefined, data: {} });
}
