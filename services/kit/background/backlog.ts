// The waiting work of a service, for its gauges.
import { sql } from 'kysely';
import type { Queryable } from '../storage/database.ts';
import { minusMs } from '../storage/times.ts';
import { oldestWaiting, secondsSince, type Waiting } from './oldest-waiting.ts';

export interface Backlog {
  /** Jobs that are due but not done; at most 10,000. */
  readonly jobsDue: number;
  /** How long the oldest of them has been due. */
  readonly jobDelaySeconds: number;
  /** Jobs whose last attempt failed, and which will be repeated; at most 10,000. */
  readonly jobsFailing: number;
  /** Events in the outbox; at most 10,000. */
  readonly eventsWaiting: number;
  /** The age of the oldest event. */
  readonly eventDelaySeconds: number;
  /** Jobs and events that were given up. */
  readonly deadLetters: number;
}

/** Reads at most 10,000 jobs of each kind, and as many events as the ages require; its work is limited, however many wait. */
export async function readBacklog(db: Queryable, now: Date): Promise<Backlog> {
  const [row] = await db.query(sql<Record<'jobs' | 'failing' | 'events' | 'dead', bigint> & { due_since: Date | null }>`
    select jobs, due_since, failing, events,
      (select count(*) from job where died_at is not null) + (select count(*) from outbox where died_at is not null) as dead
    from (select count(*) as jobs, min(due_at) as due_since
          from (select due_at from job where died_at is null and due_at <= ${now} order by due_at limit ${rowsMax}) due) as of_jobs,
      (select count(*) as failing from (select 1 from job where failures > 0 and died_at is null limit ${rowsMax}) again) as of_failures,
      (select count(*) as events from (select 1 from outbox where died_at is null limit ${rowsMax}) waiting) as of_events`);
  if (!row) throw new Error('A query without a table returned no row.');
  return {
    jobsDue: Number(row.jobs),
    jobDelaySeconds: secondsSince(row.due_since, now),
    jobsFailing: Number(row.failing),
    eventsWaiting: Number(row.events),
    eventDelaySeconds: secondsSince(await waitingSince(db), now),
    deadLetters: Number(row.dead),
  };
}

/** When the oldest event was added. */
const waitingSince = (db: Queryable) =>
  oldestWaiting((after, limit) =>
    db.query(sql<Waiting>`
      select platform_id as platform, count(*) as rows, ${minusMs(sql`min(created_at)`, sql`coalesce(offset_ms, 0)`)} as since
      from (select platform_id, created_at from outbox where died_at is null and platform_id > ${after}
            order by platform_id, created_at limit ${limit}) waiting
      left join platform_clock using (platform_id)
      group by platform_id, offset_ms order by platform_id`),
  );

const rowsMax = 10_000;
