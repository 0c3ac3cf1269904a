// The definition of the webhooks service, which delivers signed events.
import { ApprovalService } from '../../gen/payments/webhooks/v1/approval_pb.ts';
import { EventLogService } from '../../gen/payments/webhooks/v1/event_log_pb.ts';
import { DeliveryService, EventService, WebhookService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import { openOutbound } from '../kit/calls/outbound.ts';
import { defineService, type Kit, serve } from '../kit/service/service.ts';
import { openStore } from '../kit/storage/store.ts';
import { needs, type WebhookContext } from './context.ts';
import { removeOld } from './jobs/retention.ts';
import { measures } from './measures.ts';
import { acceptEvents } from './methods/accept-events.ts';
import { announceEndpoint } from './methods/announce-endpoint.ts';
import { getEvent } from './methods/get-event.ts';
import { getPublicKeys } from './methods/get-public-keys.ts';
import { listDeliveries } from './methods/list-deliveries.ts';
import { listEventAttempts } from './methods/list-event-attempts.ts';
import { listEvents } from './methods/list-events.ts';
import { replayDelivery } from './methods/replay-delivery.ts';
import { requestApproval } from './methods/request-approval.ts';
import { resendEvent } from './methods/resend-event.ts';
import { rotateSigningKey } from './methods/rotate-signing-key.ts';
import { sendTestWebhook } from './methods/send-test-webhook.ts';
import { webhookTables } from './migrations/0001-webhooks.ts';
import { Courier } from './steps/courier.ts';
import { DeliveryCounts } from './steps/delivery-counts.ts';
import { destinationOf } from './steps/destination.ts';
import { exchangeOver } from './steps/exchange.ts';
import { faultOf } from './steps/fault.ts';
import { retryClock } from './steps/retry-clock.ts';
import { openSigner, sealedSigningKeys } from './steps/signer.ts';
import { AttemptRecord, DeliveryRecord, EventRecord, LaneRecord, SigningKeyRecord, TimelineRecord } from './store/records.ts';
import { sealedDeliveries } from './store/sealed.ts';
import { webhookRows } from './store/store.ts';

export interface WebhookLimits {
  readonly connectTimeoutMs: number;
  /** For a complete exchange. */
  readonly timeoutMs: number;
  /** For an approval request. Default: 5 seconds. */
  readonly approvalTimeoutMs?: number;
}

/** The service with configurable limits, because tests cannot wait half a minute for a silent receiver. */
export function webhooksWithin(limits: WebhookLimits) {
  return defineService({
    name: 'webhooks',
    needs,
    serves: [
      serve(WebhookService, { sendTestWebhook }),
      serve(ApprovalService, { requestApproval }),
      serve(EventService, { acceptEvents, announceEndpoint, getPublicKeys }),
      serve(EventLogService, { listEvents, getEvent, listEventAttempts, resendEvent }),
      serve(DeliveryService, { listDeliveries, replayDelivery, rotateSigningKey }),
    ],
    reset: { keeps: ['lane'] },
    copy: {
      leaves: {
        event: 'the original sends its events',
        delivery: 'the original sends its events',
        attempt: 'the original sends its events',
        lane: 'a lease',
      },
    },
    migrations: [webhookTables],
    placements: { signing_key: { rows: 'one or two for each environment' }, timeline: { rows: 'one' } },
    tables: [EventRecord, DeliveryRecord, LaneRecord, AttemptRecord, SigningKeyRecord, TimelineRecord],
    deadlines: retryClock,
    sealed: [...sealedDeliveries, sealedSigningKeys],
    open: (kit) => openParts(kit, limits),
    background: (context: WebhookContext) =>
      context.courier.start({
        destinationOf: (platformId) => destinationOf(context, platformId),
        faultOf: (delivery, destination) => faultOf(context, delivery, destination),
      }),
    sweeps: [
      { name: 'retention', everyMs: 3600_000, run: removeOld },
      { name: 'follow the timeline', everyMs: 10_000, run: ({ store }) => store.timelines.follow() },
    ],
    measures,
    close: ({ outbound }) => outbound.close(),
  });
}

export const webhooks = webhooksWithin({ connectTimeoutMs: 5_000, timeoutMs: 30_000 });

async function openParts(
  { database, secrets, wall, ids, log, settings: { mode } }: Kit,
  { connectTimeoutMs, timeoutMs, approvalTimeoutMs = 5_000 }: WebhookLimits,
) {
  const store = openStore(database, webhookRows(secrets));
  const signer = openSigner({ store, secrets, wall, ids });
  const outbound = openOutbound({ connectTimeoutMs });
  const restoredAt = await store.timelines.begin(wall.now());
  const sending = { signer, outbound, mode, wall, restoredAt };
  const counts = new DeliveryCounts();
  const exchange = counts.counted(exchangeOver({ ...sending, timeoutMs }));
  const approvalExchange = counts.counted(exchangeOver({ ...sending, timeoutMs: approvalTimeoutMs }));
  return {
    store,
    signer,
    outbound,
    exchange,
    approvalExchange,
    wall,
    counts,
    courier: new Courier({ store, exchange, counts, wall, log, life: database.life }),
  };
}
