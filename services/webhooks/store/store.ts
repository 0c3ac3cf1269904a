// The store of this service: events, deliveries, lanes, signing keys.
import type { Queryable } from '../../kit/database.ts';
import type { Store } from '../../kit/store.ts';
import { deliveryRows } from './deliveries.ts';
import { eventRows } from './events.ts';
import { laneRows } from './lanes.ts';
import { signingKeyRows } from './signing-keys.ts';

export function webhookRows(db: Queryable) {
  return { events: eventRows(db), deliveries: deliveryRows(db), lanes: laneRows(db), signingKeys: signingKeyRows(db) };
}

export type WebhookStore = Store<ReturnType<typeof webhookRows>>;
