// Deadlines of open quotes, by the platform's clock.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { minusMs } from '../../kit/storage/times.ts';
import { recount } from './count-changes.ts';
import { type ExpiredPage, removeExpiredApart } from './lapses-apart.ts';

export interface LapseRows {
  /** The platform's clock now runs at least this far ahead of the wall: its open quotes expire earlier. */
  moveClock(platformId: string, clockOffsetMs: number): Promise<void>;
  /** When the next open quote of the platform expires, in the platform's time. */
  nextOf(platformId: string): Promise<Date | undefined>;
  /**
   * Continues through transactions created before this id, and removes quotes that expired without execution or funds. Returns the number
   * of checked transactions. Where the tables are distributed, this must not be called in a transaction.
   */
  removeExpired(before: string, limit: number): Promise<number>;
}

export function lapseRows(db: Queryable): LapseRows {
  return {
    moveClock: async (platformId, clockOffsetMs) => {
      await db.query(sql`
        update transaction set lapses_at = ${minusMs(sql`expires_at`, sql`${clockOffsetMs}::bigint`)}, clock_offset_ms = ${clockOffsetMs}
        where platform_id = ${platformId} and lapses_at is not null and clock_offset_ms < ${clockOffsetMs}`);
    },
    nextOf: async (platformId) => {
      const [row] = await db.query(sql<{ at: Date | null }>`
        select min(expires_at) as at from transaction where platform_id = ${platformId} and lapses_at is not null`);
      return row?.at ?? undefined;
    },
    removeExpired: (before, limit) => (db.isDistributed ? removeExpiredApart : removeExpired)(db, { before, limit }),
  };
}

async function removeExpired(db: Queryable, { before, limit }: ExpiredPage): Promise<number> {
  const [row] = await db.query(sql<{ count: bigint }>`
    with page as materialized (
      select platform_id, id from transaction
      where id > coalesce((select after_id from audit_mark where walk = 'expired'), ${firstId}) and id < ${before}
      order by id fetch first ${limit} rows with ties
    ), marked as (
      insert into audit_mark (walk, after_id) select 'expired', id from page order by id desc limit 1
      on conflict (walk) do update set after_id = greatest(audit_mark.after_id, excluded.after_id)
    ), gone as (
      delete from transaction using page
      where transaction.platform_id = page.platform_id and transaction.id = page.id and state = 'EXPIRED' and attempt = 0
      returning transaction.platform_id, owner, kind, created_at
    ), uncounted as (${recount(sql`gone`, { was: sql.lit('EXPIRED'), became: sql.lit(null) })})
    select count(*) as count from page`);
  return Number(row?.count ?? 0n);
}

const firstId = '00000000-0000-0000-0000-000000000000';
