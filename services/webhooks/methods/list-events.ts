// The events of the caller's platform.
import type { EventLogService } from '../../../gen/payments/webhooks/v1/event_log_pb.ts';
import { DeliveryStateSchema } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { enumNames } from '../../kit/messages/json/enums.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { WebhookMethod } from '../context.ts';
import { toLoggedEvent } from '../convert-event-log.ts';

const { byNumber } = enumNames(DeliveryStateSchema);

export const listEvents: WebhookMethod<typeof EventLogService.method.listEvents> = async (request, { caller, store }) => {
  const { type, resource, cursor, limit = pageSize } = request;
  const before = cursor === undefined ? undefined : decodeCursor(cursor).id;
  const state = byNumber.get(request.status ?? 0);

  const rows = await store.eventLog.list({ platformId: caller.platformId, type, resource, state, before, limit: limit + 1 });

  const { data, ...page } = pageOf(rows, limit);
  return { data: data.map((event) => toLoggedEvent(event)), ...page };
};
