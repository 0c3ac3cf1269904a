// Sealed columns of events: bodies, which contain whole resources, and responses of receivers, which may repeat them.
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Place } from '../../kit/storage/secrets.ts';

export const bodyPlace = (eventId: string): Place => ({ purpose: 'webhooks.event-body', row: eventId });

/** For attempts. */
export const responsePlace = (eventId: string): Place => ({ purpose: 'webhooks.response', row: eventId });

/** For events without a customer. */
export const sealedDeliveries: SealedColumn[] = [
  {
    table: 'event',
    column: 'body',
    key: { platform_id: 'uuid', id: 'uuid' },
    which: 'customer_id is null',
    place: ({ id = '' }) => bodyPlace(id),
  },
  {
    table: 'attempt',
    column: 'response',
    key: { platform_id: 'uuid', event_id: 'uuid', number: 'int' },
    which:
      '(select customer_id is null from event where event.platform_id = attempt.platform_id and event.id = attempt.event_id)',
    place: ({ event_id = '' }) => responsePlace(event_id),
  },
];
