// Deliveries that wait, and those that were given up, of all platforms, for monitoring.
import { sql } from 'kysely';
import { oldestWaiting, type Waiting } from '../../kit/background/oldest-waiting.ts';
import type { Queryable } from '../../kit/storage/database.ts';

export interface DeliveryBacklog {
  /** Deliveries that wait for their first attempt; at most 10,000. */
  readonly fresh: number;
  /** When the oldest of them was accepted. */
  readonly freshSince: Date | undefined;
  /** Deliveries whose attempts failed, and which will be repeated; at most 10,000. */
  readonly retried: number;
  /** When the next of them is due; in the past if it is late. */
  readonly retryDue: Date | undefined;
  /** Deliveries that were given up, and are stored for 30 days; at most 10,000. */
  readonly dead: number;
}

export function backlogRows(db: Queryable) {
  return {
    async readBacklog(): Promise<DeliveryBacklog> {
      const counts = await count(db);
      return { ...counts, freshSince: await freshSince(db), retryDue: await retryDue(db) };
    },
  };
}

async function count(db: Queryable) {
  const [row] = await db.query(sql<Record<'fresh' | 'retried' | 'dead', bigint>>`
    select (select count(*) from (select 1 from delivery where state = 'PENDING' and attempts = 0 limit ${rowsMax}) of_fresh) as fresh,
      (select count(*) from (select 1 from delivery where state = 'PENDING' and attempts > 0 limit ${rowsMax}) of_retried) as retried,
      (select count(*) from (select 1 from delivery where state = 'DEAD' limit ${rowsMax}) of_dead) as dead`);
  return { fresh: Number(row?.fresh), retried: Number(row?.retried), dead: Number(row?.dead) };
}

const freshSince = (db: Queryable) =>
  oldestWaiting((after, limit) =>
    db.query(sql<Waiting>`
      select first.platform_id as platform, rows, accepted_at as since
      from (select platform_id, (array_agg(event_id order by position))[1] as event_id, count(*) as rows
            from (select platform_id, event_id, position from delivery
                  where state = 'PENDING' and attempts = 0 and platform_id > ${after}
                  order by platform_id, position limit ${limit}) waiting
            group by platform_id) first
      join event on event.platform_id = first.platform_id and event.id = first.event_id
      order by first.platform_id`),
  );

/** Also reads retries that are not due, because a condition on the time would read any number of them. */
const retryDue = (db: Queryable) =>
  oldestWaiting((after, limit) =>
    db.query(sql<Waiting>`
      select platform_id as platform, count(*) as rows, min(due_at) as since
      from (select platform_id, due_at from delivery where state = 'PENDING' and attempts > 0 and platform_id > ${after}
            order by platform_id, due_at limit ${limit}) waiting
      group by platform_id order by platform_id`),
  );

const rowsMax = 10_000;
