// Deliveries on a platform's clock: an advance moves retries earlier.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { minusMs } from '../../kit/storage/times.ts';

export function retryRows(db: Queryable) {
  return {
    /** The platform's clock now runs at least this far ahead of the wall: its retries, and their end, move earlier by the difference. */
    async moveClock(platformId: string, clockOffsetMs: number): Promise<void> {
      const moved = (column: 'due_at' | 'give_up_at') =>
        minusMs(sql.ref(column), sql`${clockOffsetMs}::bigint - clock_offset_ms`);
      const isBehind = sql<boolean>`platform_id = ${platformId} and state = 'PENDING' and clock_offset_ms < ${clockOffsetMs}`;
      const changes = sql`due_at = ${moved('due_at')}, give_up_at = ${moved('give_up_at')}, clock_offset_ms = ${clockOffsetMs}`;
      await db.query(sql`
        with fresh as (update delivery set ${changes} where ${isBehind} and attempts = 0)
        update delivery set ${changes} where ${isBehind} and attempts > 0`);
    },

    /** Whether the platform has events that are due or being sent. */
    async isAnyDue(platformId: string, now: Date): Promise<boolean> {
      const isPending = sql<boolean>`platform_id = ${platformId} and state = 'PENDING'`;
      const [row] = await db.query(sql<{ isDue: boolean }>`
        select exists (select from delivery where ${isPending} and attempts = 0)
          or exists (select from delivery where ${isPending} and attempts > 0 and due_at <= ${now}) as "isDue"`);
      return row?.isDue ?? false;
    },

    /** When the next retry of the platform that is not yet due will be due, in the platform's time. */
    async nextOf(platformId: string, now: Date): Promise<Date | undefined> {
      const [row] = await db.query(sql<{ at: Date | null }>`
        select min(due_at + clock_offset_ms * interval '1 millisecond') as at from delivery
        where platform_id = ${platformId} and state = 'PENDING' and attempts > 0 and due_at > ${now}`);
      return row?.at ?? undefined;
    },
  };
}
