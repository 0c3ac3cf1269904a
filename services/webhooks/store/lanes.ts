// Lanes: the one process that delivers for a platform. It alone ensures the order per resource and the limit of requests in flight.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';

export interface Holding {
  readonly holder: number;
  readonly platforms: readonly string[];
  readonly now: Date;
  /** Other holders whose leases are free. */
  readonly dead: readonly number[];
  /** When the lanes of a dead process are free for others. */
  readonly until: Date;
}

export function laneRows(db: Queryable) {
  return {
    /** Claims or keeps these lanes, unless another process holds them, and returns which. Locks them until the transaction ends. */
    async hold({ holder, platforms, now, until, dead }: Holding): Promise<string[]> {
      const rows = await db.query(sql<{ platformId: string }>`
        insert into lane (platform_id, holder, locked_until)
        select id, ${holder}, ${until} from unnest(${platforms}::uuid[]) as id order by id
        on conflict (platform_id) do update set holder = excluded.holder, locked_until = excluded.locked_until
          where lane.holder = excluded.holder or lane.locked_until <= ${now} or lane.holder = any(${dead}::int[])
        returning platform_id as "platformId"`);
      return rows.map(({ platformId }) => platformId);
    },

    async release(holder: number, platforms: readonly string[]): Promise<void> {
      await db.query(sql`delete from lane where holder = ${holder} and platform_id = any(${platforms}::uuid[])`);
    },

    async releaseAll(holder: number): Promise<void> {
      await db.query(sql`delete from lane where holder = ${holder}`);
    },
  };
}
