// Lanes: the one process that delivers for a platform. It alone ensures the order per resource and the limit of requests in flight.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { eachPlace } from '../../kit/storage/distributed.ts';
import { unnest } from '../../kit/storage/tables.ts';
import { LaneRecord } from './records.ts';

export interface Holding {
  readonly holder: number;
  readonly platforms: readonly string[];
  readonly now: Date;
  /** Other holders whose leases are free. */
  readonly dead: readonly number[];
  /** When the lanes of a dead process are free for others. */
  readonly until: Date;
}

const rowsOf = (platforms: readonly string[]) =>
  unnest(
    LaneRecord,
    ['platform_id'],
    platforms.map((platformId) => ({ platform_id: platformId })),
  );

export function laneRows(db: Queryable) {
  return {
    /** Claims or keeps these lanes, unless another process holds them, and returns which. Locks them until the transaction ends. */
    async hold({ holder, platforms, now, until, dead }: Holding): Promise<string[]> {
      const rows = await db.query(sql<{ platformId: string }>`
        insert into lane (platform_id, holder, locked_until)
        select platform_id, ${holder}, ${until} from ${rowsOf(platforms)} order by platform_id
        on conflict (platform_id) do update set holder = excluded.holder, locked_until = excluded.locked_until
          where lane.holder = excluded.holder or lane.locked_until <= ${now} or lane.holder = any(${dead}::int[])
        returning platform_id as "platformId"`);
      return rows.map(({ platformId }) => platformId);
    },

    async release(holder: number, platforms: readonly string[]): Promise<void> {
      await db.query(sql`delete from lane where holder = ${holder} and platform_id = any(${platforms}::uuid[])`);
    },

    async releaseAll(holder: number): Promise<void> {
      await eachPlace(db, { table: 'lane', which: sql`holder = ${holder}` }, async (isOwn) => {
        await db.query(sql`delete from lane where holder = ${holder} and ${isOwn('lane')}`);
        return 0;
      });
    },
  };
}
