// Deadlines of open quotes, as far as the platform's clock has to do with them.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/database.ts';

export interface LapseRows {
  /** The platform's clock now runs at least this far ahead of the wall: its open quotes lapse earlier. */
  moveClock(platformId: string, clockOffsetMs: number): Promise<void>;
  /** When the next open quote of the platform expires, in the platform's time. */
  nextOf(platformId: string): Promise<Date | undefined>;
  /** Removes some quotes that expired before this time without an execution or any money, and tells how many. */
  removeExpired(before: Date, limit: number): Promise<number>;
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
    removeExpired: async (before, limit) => {
      const [row] = await db.query(sql<{ count: bigint }>`
        with gone as (
          delete from transaction where id = any(array(
            select id from transaction
            where status = 'EXPIRED' and attempt = 0 and arrived_amount is null and refund_status is null and expires_at < ${before}
            order by expires_at limit ${limit} for update skip locked
          )) returning platform_id, owner
        ), uncounted as (
          insert into transaction_count (platform_id, owner, slot, count)
          select platform_id, owner, 0, -count(*) from (
            select platform_id, owner from gone union all select platform_id, '' from gone
          ) each_once group by platform_id, owner order by platform_id, owner
          on conflict (platform_id, owner, slot) do update set count = transaction_count.count + excluded.count
        )
        select count(*) as count from gone`);
      return Number(row?.count ?? 0n);
    },
  };
}
