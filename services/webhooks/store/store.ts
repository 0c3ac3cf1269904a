// The store of this service: events, deliveries, lanes, signing keys.
import type { Queryable } from '../../kit/storage/database.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import type { Store } from '../../kit/storage/store.ts';
import { approvalEventRows } from './approval-events.ts';
import { backlogRows } from './backlog.ts';
import { deliveryRows } from './deliveries.ts';
import { deliveryLogRows } from './delivery-log.ts';
import { eventLogRows } from './event-log.ts';
import { eventRows } from './events.ts';
import { laneRows } from './lanes.ts';
import { retryRows } from './retries.ts';
import { signingKeyRows } from './signing-keys.ts';
import { timelineRows } from './timelines.ts';

export const webhookRows = (secrets: Sealing) => (db: Queryable) => ({
  events: eventRows(db, secrets),
  approvalEvents: approvalEventRows(db, secrets),
  deliveries: deliveryRows(db, secrets),
  backlog: backlogRows(db),
  retries: retryRows(db),
  log: deliveryLogRows(db, secrets),
  eventLog: eventLogRows(db, secrets),
  lanes: laneRows(db),
  signingKeys: signingKeyRows(db),
  timelines: timelineRows(db),
});

export type WebhookStore = Store<ReturnType<ReturnType<typeof webhookRows>>>;
