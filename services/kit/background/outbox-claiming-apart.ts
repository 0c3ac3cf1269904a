// Claims of events where the tables are distributed: a look finds the platforms with events, and one statement claims those of each.
import { sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Database } from '../storage/database.ts';
import { personalKeyColumn } from '../storage/personal-keys.ts';
import {
  type ClaimedRows,
  eventsPerResourceMax,
  leaseMs,
  type OutboxRow,
  platformsMax,
  resourcesMax,
} from './outbox-claiming.ts';

const firstId = '00000000-0000-0000-0000-000000000000';
/** Maximum of events that a look reads. */
const rowsMax = 1_000;

/** As `claimEventsFairly`. */
export function claimEventsApart(database: Database, wall: Clock): () => Promise<ClaimedRows> {
  let lastPlatform = firstId;
  return async () => {
    for (let ends = lastPlatform === firstId ? 1 : 0; ; ) {
      const waiting = await platformsAfter(database, lastPlatform);
      const platforms = [...new Set(waiting)].slice(0, platformsMax);
      const isEnd = waiting.length < rowsMax && platforms.length < platformsMax;
      lastPlatform = isEnd ? firstId : (platforms.at(-1) ?? firstId);
      const limit = Math.ceil(resourcesMax / Math.max(platforms.length, 1));
      const rows: OutboxRow[] = [];
      let isFull = false;
      for (const platformId of platforms) {
        const own = await claimOf(database, { platformId, limit, now: wall.now() });
        rows.push(...own);
        isFull ||= new Set(own.map(({ resource }) => resource)).size === limit;
      }
      if (isEnd) ends++;
      const isLast = ends === 2 && !isFull && rows.length < eventsPerResourceMax;
      if (rows.length > 0 || ends === 2) return { rows, isLast };
    }
  };
}

/** The platform of each waiting event, platform by platform. One with more events than a look reads ends it. */
async function platformsAfter(database: Database, after: string): Promise<string[]> {
  const rows = await database.query(sql<{ platform: string }>`
    select platform_id as platform from outbox where died_at is null and platform_id > ${after}
    order by platform_id, created_at limit ${rowsMax}`);
  return rows.map(({ platform }) => platform);
}

interface Claim {
  readonly platformId: string;
  /** Of resources. */
  readonly limit: number;
  readonly now: Date;
}

/** The same lookups as in the claim for all platforms, and for the same reasons. */
function claimOf({ query, life }: Database, { platformId, limit, now }: Claim): Promise<OutboxRow[]> {
  const isFree = sql`(o.claimed_until is null or o.claimed_until <= ${now} or o.holder = any(${life.dead()}::int[]))`;
  return query(sql<OutboxRow>`
    with candidate as materialized (
      select resource, sequence, created_at from outbox o
      where platform_id = ${platformId} and o.died_at is null and ${isFree} and id = (
        select id from outbox first_of_resource
        where platform_id = ${platformId} and resource = o.resource and num_nulls(died_at) = 1 order by sequence limit 1
      )
      order by created_at limit ${limit}
    ), head as materialized (
      select locked.* from (select * from candidate order by created_at) due cross join lateral (
        select id, resource, holder is not null as was_cut_off from outbox o
        where platform_id = ${platformId} and resource = due.resource and sequence = due.sequence and num_nulls(died_at) = 1 and ${isFree}
        limit 1 for update skip locked
      ) locked
    ), held as (
      update outbox set claimed_until = ${new Date(now.getTime() + leaseMs)}, holder = ${life.holder}, attempts = attempts + 1
      where platform_id = ${platformId} and id = any(array(select id from head))
    )
    select event.*, was_cut_off, ${personalKeyColumn('event', 'customer_id', platformId)} from head cross join lateral (
      select * from outbox where outbox.platform_id = ${platformId} and outbox.resource = head.resource and num_nulls(died_at) = 1
      order by sequence limit ${eventsPerResourceMax}
    ) event
    order by event.resource, event.sequence`);
}
