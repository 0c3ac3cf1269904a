// The TEST event: proves that an endpoint receives and verifies.
import { WebhookType } from '../../../gen/payments/common/v1/webhook_pb.ts';
import { TestWebhookSchema } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { eventMaker } from '../../kit/background/events.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { WebhookContext } from '../context.ts';

const make = eventMaker(TestWebhookSchema);

/** Under the id of the operation, so that one that is repeated makes one event. It is of no resource, so it waits for none. */
export function makeTestEvent({ operationId, ...context }: WebhookContext): OutboxEvent {
  const origin = { ...context, ids: { next: () => operationId } };
  const resource = publicId('Webhook', operationId);
  return make(origin, { type: WebhookType.TEST, resource, sequence: 1n, customerId: undefined, data: {} });
}
