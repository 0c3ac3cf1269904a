// Accepted events: stored once, each with its delivery.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { type PersonalKey, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { unnest } from '../../kit/storage/tables.ts';
import { DeliveryRecord, type DeliveryState, EventRecord } from './records.ts';
import { bodyPlace } from './sealed.ts';

export interface AcceptedEvent {
  readonly id: string;
  readonly platformId: string;
  /** uuid of the customer of the event. */
  readonly customerId?: string | undefined;
  readonly resource: string;
  /** Another resource, whose earlier events are sent first. */
  readonly follows?: string | undefined;
  readonly sequence: bigint;
  readonly type: string;
  readonly body: Uint8Array;
  readonly createdAt: Date;
  readonly requestId: string;
  readonly traceparent?: string | undefined;
  readonly isRetried: boolean;
  /** Without an endpoint, the event is stored and never sent. */
  readonly hasEndpoint: boolean;
}

export interface Acceptance {
  readonly now: Date;
  /** How long delivery is attempted, from the event's creation. */
  readonly tryingMs: number;
}

export function eventRows(db: Queryable, secrets: Sealing) {
  return {
    /** Stores unknown events, by id and by (resource, sequence), those of a batch once. First attempts follow the order in which they are stored. */
    async accept(events: readonly AcceptedEvent[], { now, tryingMs }: Acceptance): Promise<void> {
      await personalKeys(db, secrets).sealing(events, async (sealerOf, areCurrent) => {
        const rows = events.map((event) => toRow(event, sealerOf(event)));
        const stored = await db.batch(sql`
        with incoming as (
          select distinct on (platform_id, resource, sequence) *
          from ${unnest([EventRecord, DeliveryRecord], newColumns, rows)}
          where ${areCurrent}
        ),
        stored as (
          insert into event (platform_id, id, resource, sequence, type, customer_id, body, created_at, request_id, traceparent, accepted_at)
          select platform_id, id, resource, sequence, type, customer_id, body, created_at, request_id, traceparent, ${now} from incoming
          on conflict do nothing
          returning platform_id, id
        )
        insert into delivery (platform_id, event_id, track, state, is_retried, clock_offset_ms, give_up_at)
        select platform_id, id, track, state, is_retried, clock.ms,
          created_at + (${tryingMs}::bigint - clock.ms) * interval '1 millisecond'
        from incoming join stored using (platform_id, id) left join platform_clock using (platform_id)
        cross join lateral (select coalesce(offset_ms, 0) as ms) clock order by resource, sequence
        returning 1`);
        return stored.length > 0;
      });
    },

    /** Removes old events with their deliveries, except those still being delivered, and given-up ones while one of their attempts is kept. Returns how many. */
    async removeBefore(before: Date, limit: number): Promise<number> {
      const [row] = await db.query(sql<{ count: bigint }>`
        with gone as (
          delete from event where (platform_id, id) in (
            select event.platform_id, id from event join delivery on delivery.platform_id = event.platform_id and event_id = id
            where accepted_at < ${before} and state <> 'PENDING'
              and (state <> 'DEAD' or not exists (
                select from attempt where attempt.platform_id = event.platform_id and attempt.event_id = event.id))
            order by accepted_at limit ${limit})
          returning platform_id, id
        ), undelivered as (
          delete from delivery using gone where delivery.platform_id = gone.platform_id and event_id = id
        ), unattempted as (
          delete from attempt using gone where attempt.platform_id = gone.platform_id and event_id = id
        )
        select count(*) as count from gone`);
      return Number(row?.count ?? 0n);
    },

    /** Removes stored responses. */
    async removeAttemptsBefore(before: Date): Promise<void> {
      await db.query(sql`delete from attempt where started_at < ${before}`);
    },
  };
}

const newColumns = [
  ...(['platform_id', 'id', 'resource', 'sequence', 'type', 'customer_id', 'body', 'created_at', 'request_id'] as const),
  ...(['traceparent', 'track', 'state', 'is_retried'] as const),
];

function toRow(event: AcceptedEvent, key: PersonalKey) {
  const { id, resource, follows: track = resource, sequence, type, isRetried, hasEndpoint } = event;
  const state: DeliveryState = hasEndpoint ? 'PENDING' : 'NO_ENDPOINT';
  return {
    platform_id: event.platformId,
    id,
    resource,
    sequence,
    type,
    customer_id: event.customerId ?? null,
    body: key.seal(event.body, bodyPlace(id)),
    created_at: event.createdAt,
    request_id: event.requestId,
    traceparent: event.traceparent ?? null,
    track,
    state,
    is_retried: isRetried,
  };
}
