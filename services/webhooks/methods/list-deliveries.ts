// The deliveries of the caller's platform.
import { type DeliveryService, DeliveryStateSchema } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { enumNames } from '../../kit/messages/json/enums.ts';
import type { WebhookMethod } from '../context.ts';
import { toDelivery } from '../convert.ts';

const limitDefault = 20;
const { byNumber } = enumNames(DeliveryStateSchema);

export const listDeliveries: WebhookMethod<typeof DeliveryService.method.listDeliveries> = async (request, context) => {
  const { caller, store } = context;
  const limit = request.limit || limitDefault;
  const state = byNumber.get(request.state ?? 0);
  const { resource, eventId, before } = request;
  const found = await store.log.list({ platformId: caller.platformId, state, resource, eventId, before, limit: limit + 1 });
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return { deliveries: shown.map(toDelivery), ...(found.length > limit && last && { nextBefore: last.position }) };
};
