// The waiting work of a service, for its gauges.
import { sql } from 'kysely';
import type { Queryable } from '../storage/database.ts';

export interface Backlog {
  /** Jobs that are due but not done; at most 10,000. */
  readonly jobsDue: number;
  /** How long the oldest of them has been due. */
  readonly jobDelaySeconds: number;
  /** Jobs whose last attempt failed, and which will be repeated; at most 10,000. */
  readonly jobsFailing: number;
  /** Events in the outbox; at most 10,000. */
  readonly eventsWaiting: number;
  /** The age of the oldest of them. */
  readonly eventDelaySeconds: number;
  /** Jobs and events that were given up. */
  readonly deadLetters: number;
}

/** Reads at most 10,000 rows of each kind, however many wait. */
export async function readBacklog(db: Queryable, now: Date): Promise<Backlog> {
  const [row] = await db.query(sql<
    Record<'jobs' | 'failing' | 'events' | 'dead', bigint> & Record<'due_since' | 'waiting_since', Date | null>
  >`
    select jobs, due_since, failing, events, waiting_since,
      (select count(*) from job where died_at is not null) + (select count(*) from outbox where died_at is not null) as dead
    from (select count(*) as jobs, min(due_at) as due_since
          from (select due_at from job where died_at is null and due_at <= ${now} order by due_at limit ${rowsMax}) due) as of_jobs,
      (select count(*) as failing from (select from job where failures > 0 and died_at is null limit ${rowsMax}) again) as of_failures,
      (select count(*) as events, min(created_at) as waiting_since
       from (select created_at from outbox where died_at is null limit ${rowsMax}) waiting) as of_events`);
  if (!row) throw new Error('A query without a table returned no row.');
  return {
    jobsDue: Number(row.jobs),
    jobDelaySeconds: secondsSince(row.due_since, now),
    jobsFailing: Number(row.failing),
    eventsWaiting: Number(row.events),
    eventDelaySeconds: secondsSince(row.waiting_since, now),
    deadLetters: Number(row.dead),
  };
}

const rowsMax = 10_000;

function secondsSince(at: Date | null, now: Date): number {
  return at === null ? 0 : Math.max(0, now.getTime() - at.getTime()) / 1_000;
}
