// What is left to do for a platform, in one statement.
import { sql } from 'kysely';
import type { Queryable } from '../storage/database.ts';

export interface WorkLeft {
  /** Whether any job is due, claimed or not. */
  readonly isAnyDue: boolean;
  /** Whether any event was not forwarded. */
  readonly hasEvents: boolean;
  /** When the next job that is not dead is due, in the platform's time. */
  readonly nextAt: Date | undefined;
}

export interface WorkQuery {
  readonly platformId: string;
  /** On the wall. */
  readonly now: Date;
  /** `nextAt` ignores jobs that have failed. */
  readonly withoutFailed?: boolean;
}

export async function workLeft(db: Queryable, { platformId, now, withoutFailed = false }: WorkQuery): Promise<WorkLeft> {
  const [row] = await db.query(sql<{ is_any_due: boolean; has_events: boolean; next_at: Date | null }>`
    select exists (select from job where platform_id = ${platformId} and died_at is null and due_at <= ${now}) as is_any_due,
      exists (select from outbox where platform_id = ${platformId} and died_at is null) as has_events,
      (select min(due_at + clock_offset_ms * interval '1 millisecond') from job
        where platform_id = ${platformId} and died_at is null and (last_error is null or not ${withoutFailed})) as next_at`);
  return { isAnyDue: row?.is_any_due ?? false, hasEvents: row?.has_events ?? false, nextAt: row?.next_at ?? undefined };
}
