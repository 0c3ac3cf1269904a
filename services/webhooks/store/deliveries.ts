// Pending deliveries: claimed by the holder of their lane, recorded in sets.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { openerOf, personalKeyColumn } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { claimApart, finishApart, platformsDueApart } from './deliveries-apart.ts';
import { type Claimed, type ClaimedRow, type Claiming, type Ended, type PlatformDue, rowsOf } from './delivery-rows.ts';
import { bodyPlace, responsePlace } from './sealed.ts';

export interface Abandoning {
  readonly holder: number;
  readonly platforms: readonly string[];
  /** Ids of events whose claims stay. */
  readonly except: readonly string[];
}

export function deliveryRows(db: Queryable, secrets: Sealing) {
  return {
    async claim(claiming: Claiming): Promise<Claimed[]> {
      const claimed = db.isDistributed ? await claimApart(db, claiming) : await claim(db, claiming);
      return claimed.map((row) => toClaimed(row, secrets));
    },
    /** Ends claims of a holder. Must be called by the holder of the lanes. */
    abandon: (abandoning: Abandoning) => abandon(db, abandoning),
    finish: (ended: readonly Ended[], holder: number) =>
      (db.isDistributed ? finishApart : finish)(db, ended.map(withSealedResponse), holder),
    platformsDue: (now: Date) => (db.isDistributed ? platformsDueApart(db, now) : platformsDue(db, now)),
  };
}

const keyColumn = personalKeyColumn('event', 'customer_id');

/**
 * Claims deliveries: new events in the order of acceptance, and due retries. Must be called by the holder of the lanes; claims of an
 * earlier holder are abandoned.
 *
 * The arrays are in subqueries, which hide their length from the planner: a plan for the values would seem cheaper than the generic one, and
 * planning takes longer than the claim.
 */
async function claim(db: Queryable, { holder, room, now }: Claiming): Promise<ClaimedRow[]> {
  return db.batch(sql<ClaimedRow>`
    with chosen as (
      select next.*
      from unnest((select ${[...room.keys()]}::uuid[]), (select ${[...room.values()]}::int[])) as lane (platform_id, room) cross join lateral (
        (select d.platform_id, event_id from delivery d
          where d.platform_id = lane.platform_id and state = 'PENDING' and attempts = 0 and claim is distinct from ${holder}
          order by position limit lane.room)
        union all
        (select d.platform_id, event_id from delivery d
          where d.platform_id = lane.platform_id and state = 'PENDING' and attempts > 0 and claim is distinct from ${holder}
            and due_at <= ${now}
          order by due_at limit lane.room)
      ) as next
    ),
    taken as (
      update delivery d set claim = ${holder} from chosen where d.platform_id = chosen.platform_id and d.event_id = chosen.event_id returning d.*
    )
    select event_id as "eventId", taken.platform_id as "platformId", track, type, customer_id, body, ${keyColumn},
      request_id as "requestId", traceparent, is_retried as "isRetried", attempts, give_up_at as "giveUpAt"
    from taken join event on event.platform_id = taken.platform_id and event.id = event_id
    order by position`);
}

async function abandon(db: Queryable, { holder, platforms, except }: Abandoning): Promise<void> {
  await db.query(sql`
    update delivery set claim = null
    where platform_id = any(${platforms}::uuid[]) and state = 'PENDING' and claim = ${holder} and event_id <> all(${except}::uuid[])`);
}

/** Records results. A claim that another process took over does not change. */
async function finish(db: Queryable, ended: readonly Ended[], holder: number): Promise<void> {
  if (ended.length === 0) return;
  await db.batch(sql`
    with ended as (select * from ${rowsOf(ended)}),
    moved as (
      update delivery d set state = e.state, due_at = coalesce(e.due_at, d.due_at), claim = null,
        attempts = d.attempts + (e.started_at is not null)::int
      from ended e where d.platform_id = e.platform_id and d.event_id = e.event_id and d.claim = ${holder}
      returning d.platform_id, d.event_id, d.attempts, e.started_at, e.duration_ms, e.status, e.failure, e.response
    )
    insert into attempt (platform_id, event_id, number, started_at, duration_ms, status, failure, response)
    select platform_id, event_id, attempts, started_at, duration_ms, status, failure, response from moved where started_at is not null`);
}

function toClaimed({ body, customer_id, personal_key, ...row }: ClaimedRow, secrets: Sealing): Claimed {
  const key = openerOf({ customer_id, personal_key }, secrets);
  return {
    ...row,
    openBody: () => key?.open(body, bodyPlace(row.eventId)),
    sealResponse: (response) => key?.seal(response, responsePlace(row.eventId)),
  };
}

function withSealedResponse(ended: Ended): Ended {
  const { attempt, delivery } = ended;
  if (!attempt?.response) return ended;
  const { response, ...kept } = attempt;
  const sealed = delivery.sealResponse(response);
  return { ...ended, attempt: { ...kept, ...(sealed && { response: sealed }) } };
}

/** The platforms with events to send, found with one index step per platform and index. */
async function platformsDue(db: Queryable, now: Date): Promise<PlatformDue[]> {
  return db.batch(sql<PlatformDue>`
    with recursive fresh as (
      (select platform_id from delivery where state = 'PENDING' and attempts = 0 order by platform_id limit 1)
      union all
      select next.platform_id from fresh cross join lateral (
        select platform_id from delivery d
        where state = 'PENDING' and attempts = 0 and d.platform_id > fresh.platform_id order by platform_id limit 1
      ) as next
    ),
    retry as (
      (select platform_id, due_at from delivery where state = 'PENDING' and attempts > 0 order by 1, 2 limit 1)
      union all
      select next.platform_id, next.due_at from retry cross join lateral (
        select d.platform_id, d.due_at from delivery d
        where state = 'PENDING' and attempts > 0 and d.platform_id > retry.platform_id order by 1, 2 limit 1
      ) as next
    )
    select platform_id as "platformId", platform_id in (select platform_id from retry) as "hasFailed" from fresh
    union select platform_id, true from retry where due_at <= ${now}`);
}
