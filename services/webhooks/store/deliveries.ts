// Deliveries on their way: claimed fairly, finished in sets.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/database.ts';
import { takeTurn } from './turns.ts';

export interface Claimed {
  readonly eventId: string;
  readonly claim: string;
  readonly platformId: string;
  readonly resource: string;
  readonly type: string;
  readonly body: Buffer;
  readonly requestId: string;
  readonly isRetried: boolean;
  /** That have ended before this one. */
  readonly attempts: number;
  readonly giveUpAt: Date;
}

export type DeliveryState = 'PENDING' | 'DELIVERED' | 'DEAD' | 'NO_ENDPOINT';

/** What came of a claim. */
export interface Ended {
  readonly delivery: Claimed;
  readonly state: DeliveryState;
  /** Of one that stays pending. */
  readonly dueAt?: Date;
  /** Absent when nothing was sent: that counts as no attempt. */
  readonly attempt?: Attempt;
}

export interface Attempt {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status?: number;
  readonly failure?: string;
  readonly response?: Buffer;
}

export interface Claiming {
  readonly platforms: readonly string[];
  readonly now: Date;
  /** Until when the claims hold; a process that dies leaves them to the others then. */
  readonly until: Date;
}

const inFlightMax = 10;

export function deliveryRows(db: Queryable) {
  return {
    claim: (claiming: Claiming) => claim(db, claiming),
    finish: (ended: readonly Ended[], now: Date) => finish(db, ended, now),
    platformsDue: (now: Date) => platformsDue(db, now),
  };
}

/** Takes what is due for these platforms, so much that no platform has more than ten in flight. To be called in a transaction. */
async function claim(db: Queryable, { platforms, now, until }: Claiming): Promise<Claimed[]> {
  await takeTurn(db, 'platform', platforms);
  return db.query(sql<Claimed>`
    with chosen as (
      select due.event_id from unnest(${platforms}::uuid[]) as lane (platform_id) cross join lateral (
        select d.event_id from delivery d
        where d.platform_id = lane.platform_id and d.state = 'PENDING' and d.due_at <= ${now}
          and (d.locked_until is null or d.locked_until <= ${now})
        order by d.due_at
        limit greatest(0, ${inFlightMax} - (
          select count(*) from delivery busy
          where busy.platform_id = lane.platform_id and busy.claim is not null and busy.locked_until > ${now}))
        for update skip locked
      ) as due
    ),
    taken as (
      update delivery d set claim = gen_random_uuid(), locked_until = ${until}
      from chosen where d.event_id = chosen.event_id
      returning d.*
    )
    select event_id as "eventId", claim, taken.platform_id as "platformId", taken.resource, type, body,
      request_id as "requestId", is_retried as "isRetried", attempts, give_up_at as "giveUpAt"
    from taken join event on event.id = event_id
    order by due_at, taken.sequence`);
}

/** Writes down what came of claims, and gives their turn to those that waited for a first attempt. To be called in a transaction. */
async function finish(db: Queryable, ended: readonly Ended[], now: Date): Promise<void> {
  if (ended.length === 0) return;
  await takeTurn(
    db,
    'resource',
    ended.filter(isTried).map(({ delivery }) => delivery.resource),
  );
  await db.query(sql`
    with ended as (${rowsOf(ended)}),
    moved as (
      update delivery d set state = e.state, due_at = e.due_at, claim = null, locked_until = null,
        attempts = d.attempts + (e.started_at is not null)::int
      from ended e where d.event_id = e.event_id and d.claim = e.claim
      returning d.event_id, d.resource, d.attempts, e.is_tried, e.started_at, e.duration_ms, e.status, e.failure, e.response
    ),
    noted as (
      insert into attempt (event_id, number, started_at, duration_ms, status, failure, response)
      select event_id, attempts, started_at, duration_ms, status, failure, response from moved where started_at is not null
    )
    update delivery set due_at = ${now} where event_id in (
      select (
        select d.event_id from delivery d
        where d.resource = moved.resource and d.state = 'PENDING' and d.attempts = 0 and d.due_at is null
        order by d.sequence limit 1)
      from moved where is_tried)`);
}

/** The platforms that have something due: one step in the index for each that has something pending. */
async function platformsDue(db: Queryable, now: Date): Promise<string[]> {
  const rows = await db.query(sql<{ platformId: string }>`
    with recursive lane as (
      (select platform_id, due_at from delivery where state = 'PENDING' and due_at is not null order by 1, 2 limit 1)
      union all
      select next.platform_id, next.due_at from lane cross join lateral (
        select d.platform_id, d.due_at from delivery d
        where d.state = 'PENDING' and d.due_at is not null and d.platform_id > lane.platform_id order by 1, 2 limit 1
      ) as next
    )
    select platform_id as "platformId" from lane where due_at <= ${now}`);
  return rows.map(({ platformId }) => platformId);
}

/** Whether this was the first try of its event, so that the next of the resource may leave. */
function isTried({ delivery, state, attempt }: Ended): boolean {
  return delivery.attempts === 0 && (state !== 'PENDING' || attempt !== undefined);
}

function rowsOf(ended: readonly Ended[]) {
  const attempts = ended.map(({ attempt }) => attempt);
  return sql`
    select * from unnest(
      ${ended.map(({ delivery }) => delivery.eventId)}::uuid[], ${ended.map(({ delivery }) => delivery.claim)}::uuid[],
      ${ended.map(({ state }) => state)}::text[], ${ended.map(({ dueAt }) => dueAt ?? null)}::timestamptz[],
      ${ended.map(isTried)}::boolean[],
      ${attempts.map((attempt) => attempt?.startedAt ?? null)}::timestamptz[],
      ${attempts.map((attempt) => attempt?.durationMs ?? null)}::int[], ${attempts.map((attempt) => attempt?.status ?? null)}::int[],
      ${attempts.map((attempt) => attempt?.failure ?? null)}::text[], ${attempts.map((attempt) => attempt?.response ?? null)}::bytea[]
    ) as t (event_id, claim, state, due_at, is_tried, started_at, duration_ms, status, failure, response)`;
}
