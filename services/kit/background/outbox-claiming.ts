// Claims events under leases, fairly: the events of one platform do not delay those of others.
import { sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../storage/database.ts';
import { personalKeyColumn } from '../storage/personal-keys.ts';
import type { KeyedOutboxRow } from './outbox-event.ts';

/** With the key of its customer. It was cut off if the previous relay of its resource recorded no result. */
export type OutboxRow = KeyedOutboxRow & { readonly was_cut_off: boolean };

export const leaseMs = 60_000;
export const platformsMax = 50;
export const resourcesMax = 100;
export const eventsPerResourceMax = 20;

export interface ClaimedRows {
  readonly rows: readonly OutboxRow[];
  /** No further event could be claimed now. */
  readonly isLast: boolean;
}

/** Claims the next events of some resources, in order per resource. Remembers its position among the platforms. */
export function claimEventsFairly(database: Database, wall: Clock): () => Promise<ClaimedRows> {
  let lastPlatform = firstId;
  return async () => {
    for (let ends = lastPlatform === firstId ? 1 : 0; ; ) {
      const rows = await database.batch(claimBehind(lastPlatform, database, wall.now()));
      const isEnd = !rows[0]?.last_platform;
      lastPlatform = rows[0]?.last_platform ?? firstId;
      const events = rows.filter(({ id }) => id !== null);
      if (isEnd) ends++;
      const isLast = ends === 2 && events.length < eventsPerResourceMax;
      if (events.length > 0 || ends === 2) return { rows: events, isLast };
    }
  };
}

const firstId = '00000000-0000-0000-0000-000000000000';

/** In a row without an event, all columns but the first are null. */
type ClaimedRow = OutboxRow & {
  /** The last platform of this query. Null if there are no more. */
  readonly last_platform: string | null;
};

/**
 * Of the platforms after one: first one resource of each, then the second ones. Returns one row without an event if there is none.
 *
 * It is usually planned while the outbox is empty, and must stay cheap when thousands of events wait. So it joins nothing: each resource is
 * looked up by its key, and the update lists its rows. The conditions `num_nulls(died_at) = 1` rule out the index of a platform's pending
 * events. Otherwise the planner would read all of them for each resource.
 */
function claimBehind(platform: string, { life }: Database, now: Date) {
  const isFree = sql`(o.claimed_until is null or o.claimed_until <= ${now} or o.holder = any(${life.dead()}::int[]))`;
  return sql<ClaimedRow>`
    with recursive platform (id, number) as (
      select ${platform}::uuid, 0
      union all
      select (select platform_id from outbox where died_at is null and platform_id > platform.id order by platform_id limit 1), number + 1
      from platform where id is not null and number < ${platformsMax}
    ), candidate as materialized (
      select first.*, row_number() over (partition by first.platform_id order by first.created_at) as turn
      from platform cross join lateral (
        select platform_id, resource, sequence, created_at from outbox o
        where platform_id = platform.id and o.died_at is null and ${isFree} and id = (
          select id from outbox first_of_resource
          where platform_id = o.platform_id and resource = o.resource and num_nulls(died_at) = 1 order by sequence limit 1
        )
        order by created_at limit ${resourcesMax}
      ) first
      where number > 0
    ), head as materialized (
      select locked.* from (select * from candidate order by turn, created_at) due cross join lateral (
        select platform_id, id, resource, holder is not null as was_cut_off from outbox o
        where platform_id = due.platform_id and resource = due.resource and sequence = due.sequence and num_nulls(died_at) = 1 and ${isFree}
        limit 1 for update skip locked
      ) locked
      limit ${resourcesMax}
    ), held as (
      update outbox set claimed_until = ${new Date(now.getTime() + leaseMs)}, holder = ${life.holder}, attempts = attempts + 1
      where platform_id = any(array(select platform_id from head)) and id = any(array(select id from head))
    )
    select seen.last_platform, next.*
    from (select (select id from platform where number = ${platformsMax}) as last_platform) seen
    left join (
      select event.*, was_cut_off, ${personalKeyColumn('event', 'customer_id')} from head cross join lateral (
        select * from outbox where outbox.platform_id = head.platform_id and outbox.resource = head.resource and num_nulls(died_at) = 1
        order by sequence limit ${eventsPerResourceMax}
      ) event
    ) next on true
    order by next.platform_id, next.resource, next.sequence`;
}
