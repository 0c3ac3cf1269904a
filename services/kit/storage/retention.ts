// Retention: removes old rows in batches, so that no statement runs long and no table grows without limit.
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Queryable } from './database.ts';

/** A retention rule of a table. `docs/retention.md` lists all tables. */
export interface Retention {
  readonly table: string;
  /** The column with the time. An index must start with it. */
  readonly since: string;
  readonly keptDays: number;
  /** A condition on the rows. Default: all rows. */
  readonly which?: RawBuilder<unknown>;
  /** Rows per statement. Default: 1,000. */
  readonly atOnce?: number;
}

/** Retention periods that the operator can set, in days. */
export interface KeptDays {
  readonly sessions: number;
  readonly walletAudit: number;
  readonly cardReveals: number;
  readonly imports: number;
  readonly expiredQuotes: number;
  readonly invitations: number;
}

export const keptDaysDefault: KeptDays = {
  sessions: 30,
  walletAudit: 400,
  cardReveals: 400,
  imports: 90,
  expiredQuotes: 400,
  invitations: 400,
};

const dayMs = 86_400_000;

/** The real time before which rows with this retention period are old. */
export const daysBefore = (wall: Clock, days: number) => new Date(wall.now().getTime() - days * dayMs);

/** Removes old rows. Returns how many. Several processes can do so concurrently. */
export function removeOld(db: Queryable, wall: Clock, rule: Retention): Promise<number> {
  const { table, since, keptDays, which = sql`true`, atOnce = 1_000 } = rule;
  const name = sql.ref(table);
  return untilShort(atOnce, async () => {
    const rows = await db.query(sql`
      delete from ${name} where ctid = any(array(
        select ctid from ${name} where ${sql.ref(since)} < ${daysBefore(wall, keptDays)} and ${which}
        order by ${sql.ref(since)} limit ${atOnce} for update skip locked
      )) returning 1`);
    return rows.length;
  });
}

/** Repeats a sweep until a batch is not full, so that it keeps up with new rows. Returns the number of removed rows. */
export async function untilShort(atOnce: number, removeBatch: () => Promise<number>): Promise<number> {
  for (let removed = 0; ; ) {
    const count = await removeBatch();
    removed += count;
    if (count < atOnce) return removed;
  }
}
