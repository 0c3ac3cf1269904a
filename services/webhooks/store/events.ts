// Accepted events: stored once, each with its delivery.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { eachPlace, type IsOwn } from '../../kit/storage/distributed.ts';
import { type PersonalKey, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { insertInto, type NewRow, unnest } from '../../kit/storage/tables.ts';
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
    /**
     * Stores unknown events, by id and by (resource, sequence), those of a batch once. First attempts follow the order in which they are stored.
     * Where the tables are distributed, the events are of one platform, and this must be called in a transaction.
     */
    async accept(events: readonly AcceptedEvent[], { now, tryingMs }: Acceptance): Promise<void> {
      await personalKeys(db, secrets).sealing(events, async (sealerOf, areCurrent) => {
        const rows = events.map((event) => toRow(event, sealerOf(event)));
        if (db.isDistributed) return storeApart(db, rows, { now, tryingMs, areCurrent });
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
      return eachPlace(db, { table: 'event', which: sql`accepted_at < ${before}` }, (isOwn) =>
        removeSome(db, isOwn, { before, limit }),
      );
    },

    /** Removes stored responses. */
    async removeAttemptsBefore(before: Date): Promise<void> {
      await eachPlace(db, { table: 'attempt', which: sql`started_at < ${before}` }, async (isOwn) => {
        await db.query(sql`delete from attempt where started_at < ${before} and ${isOwn('attempt')}`);
        return 0;
      });
    },
  };
}

interface Removing {
  readonly before: Date;
  readonly limit: number;
}

async function removeSome(db: Queryable, isOwn: IsOwn, { before, limit }: Removing): Promise<number> {
  const [row] = await db.query(sql<{ count: bigint }>`
    with gone as (
      delete from event where ${isOwn('event')} and (platform_id, id) in (
        select event.platform_id, id from event join delivery on delivery.platform_id = event.platform_id and event_id = id
        where ${isOwn('event')} and ${isOwn('delivery')} and accepted_at < ${before} and state <> 'PENDING'
          and (state <> 'DEAD' or not exists (
            select from attempt
            where ${isOwn('attempt')} and attempt.platform_id = event.platform_id and attempt.event_id = event.id))
        order by accepted_at limit ${limit})
      returning platform_id, id
    ), undelivered as (
      delete from delivery using gone
      where ${isOwn('delivery')} and delivery.platform_id = gone.platform_id and event_id = id
    ), unattempted as (
      delete from attempt using gone
      where ${isOwn('attempt')} and attempt.platform_id = gone.platform_id and event_id = id
    )
    select count(*) as count from gone`);
  return Number(row?.count ?? 0n);
}

interface Storing extends Acceptance {
  readonly areCurrent: RawBuilder<boolean>;
}

/** Two statements: the position of a delivery is a number of the coordinator, which must then write its values itself. */
async function storeApart(db: Queryable, rows: readonly IncomingRow[], { now, tryingMs, areCurrent }: Storing): Promise<boolean> {
  const firsts = new Map(rows.toReversed().map((row) => [`${row.resource} ${row.sequence}`, row]));
  const stored = await db.query(sql<{ id: string }>`
    insert into event (platform_id, id, resource, sequence, type, customer_id, body, created_at, request_id, traceparent, accepted_at)
    select platform_id, id, resource, sequence, type, customer_id, body, created_at, request_id, traceparent, ${now}::timestamptz
    from ${unnest([EventRecord, DeliveryRecord], newColumns, [...firsts.values()])}
    where ${areCurrent}
    on conflict do nothing
    returning id`);
  if (stored.length === 0) return false;
  const [clock] = await db.query(sql<{ offset_ms: bigint }>`
    select offset_ms from platform_clock where platform_id = ${rows[0]?.platform_id}`);
  const leadMs = clock?.offset_ms ?? 0n;
  const ids = new Set(stored.map(({ id }) => id));
  const accepted = [...firsts.values()].filter(({ id }) => ids.has(id)).toSorted(inOrder);
  await db.query(
    insertInto(
      DeliveryRecord,
      accepted.map((row) => deliveryOf(row, { tryingMs, leadMs })),
    ),
  );
  return true;
}

type IncomingRow = ReturnType<typeof toRow>;

function inOrder(one: IncomingRow, other: IncomingRow): number {
  if (one.resource !== other.resource) return one.resource < other.resource ? -1 : 1;
  return one.sequence < other.sequence ? -1 : 1;
}

function deliveryOf(
  { platform_id, id, track, state, is_retried, created_at }: IncomingRow,
  { tryingMs, leadMs }: { readonly tryingMs: number; readonly leadMs: bigint },
): NewRow<typeof DeliveryRecord> {
  return {
    platform_id,
    event_id: id,
    track,
    state,
    is_retried,
    clock_offset_ms: leadMs,
    give_up_at: new Date(created_at.getTime() + tryingMs - Number(leadMs)),
    due_at: null,
    claim: null,
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
