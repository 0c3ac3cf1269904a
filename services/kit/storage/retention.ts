// Retention: what goes when it is old enough, batch after batch, so that no statement is long and no table grows for ever.
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Queryable } from './database.ts';

/** Which rows of a table go, and when. `docs/retention.md` lists all tables. */
export interface Retention {
  readonly table: string;
  /** The column whose time counts; there is an index that begins with it. */
  readonly since: string;
  readonly keptDays: number;
  /** Of rows for which this holds; of all when absent. */
  readonly which?: RawBuilder<unknown>;
  /** Rows of one statement; 1,000 when absent. */
  readonly atOnce?: number;
}

/** Days that the operator can set, by what is kept. */
export interface KeptDays {
  readonly sessions: number;
  readonly walletAudit: number;
  readonly imports: number;
  readonly expiredQuotes: number;
  readonly invitations: number;
}

export const keptDaysDefault: KeptDays = { sessions: 30, walletAudit: 400, imports: 90, expiredQuotes: 400, invitations: 400 };

const dayMs = 86_400_000;

/** The wall's time before which is old what is kept for so many days. */
export const daysBefore = (wall: Clock, days: number) => new Date(wall.now().getTime() - days * dayMs);

/** Removes what is old by now; tells how many rows. Several processes may do so at once. */
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

/** Runs a sweep again until a batch of it is not full: it keeps up with whatever has come since. Tells how much it removed. */
export async function untilShort(atOnce: number, removeBatch: () => Promise<number>): Promise<number> {
  for (let removed = 0; ; ) {
    const count = await removeBatch();
    removed += count;
    if (count < atOnce) return removed;
  }
}
