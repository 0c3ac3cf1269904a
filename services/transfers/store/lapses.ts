// Deadlines of open quotes, as far as the platform's clock has to do with them.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/database.ts';

export interface LapseRows {
  /** The platform's clock now runs at least this far ahead of the wall: its open quotes lapse earlier. */
  moveClock(platformId: string, clockOffsetMs: number): Promise<void>;
  /** When the next open quote of the platform expires, in the platform's time. */
  nextOf(platformId: string): Promise<Date | undefined>;
}

export function lapseRows(db: Queryable): LapseRows {
  return {
    moveClock: async (platformId, clockOffsetMs) => {
      await db.query(sql`
        update transaction set lapses_at = expires_at - ${clockOffsetMs} * interval '1 millisecond', clock_offset_ms = ${clockOffsetMs}
        where platform_id = ${platformId} and lapses_at is not null and clock_offset_ms < ${clockOffsetMs}`);
    },
    nextOf: async (platformId) => {
      const [row] = await db.query(sql<{ at: Date | null }>`
        select min(expires_at) as at from transaction where platform_id = ${platformId} and lapses_at is not null`);
      return row?.at ?? undefined;
    },
  };
}
