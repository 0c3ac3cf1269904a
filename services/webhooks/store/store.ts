// The store of this service: events, deliveries, lanes, signing keys.
import type { Queryable } from '../../kit/database.ts';
import type { Store } from '../../kit/store.ts';
import { askedEventRows } from './asked-events.ts';
import { deliveryRows } from './deliveries.ts';
import { deliveryLogRows } from './delivery-log.ts';
import { eventRows } from './events.ts';
import { laneRows } from './lanes.ts';
import { retryRows } from './retries.ts';
import { signingKeyRows } from './signing-keys.ts';

export function webhookRows(db: Queryable) {
  return {
    events: eventRows(db),
    asked: askedEventRows(db),
    deliveries: deliveryRows(db),
    retries: retryRows(db),
    log: deliveryLogRows(db),
    lanes: laneRows(db),
    signingKeys: signingKeyRows(db),
  };
}

export type WebhookStore = Store<ReturnType<typeof webhookRows>>;
