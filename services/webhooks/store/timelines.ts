// The timeline of the database server. PostgreSQL counts a new one after a restore, and when a standby takes over.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';

/** The first digits of the names of its log files. */
const current = sql`('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int`;

export function timelineRows(db: Queryable) {
  return {
    /** At the start of a process. A timeline that no process has seen begins with a restore. Returns the time of the last one. */
    async begin(now: Date): Promise<Date | undefined> {
      const [row] = await db.query(sql<{ restored_at: Date | null }>`
        insert into timeline as known (one, number) values (true, ${current})
        on conflict (one) do update set number = excluded.number,
          restored_at = case when known.number = excluded.number then known.restored_at else ${now} end
        returning restored_at`);
      return row?.restored_at ?? undefined;
    },

    /** While the process runs: a standby has taken over, which is no restore. */
    async follow(): Promise<void> {
      await db.query(sql`update timeline set number = ${current} where number <> ${current}`);
    },
  };
}
