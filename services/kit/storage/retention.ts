// Retention: removes old rows in batches, so that no statement runs long and no table grows without limit.
import { type RawBuilder, sql } from 'kysely';
import type { Clock } from '../core/clock.ts';
import type { Queryable } from './database.ts';
import { eachPlace, type IsOwn } from './distributed.ts';

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
  /** The column by which the table is distributed; null if its rows stay on the coordinator. Default: the platform. */
  readonly by?: string | null;
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
  const { table, since, keptDays, which = sql`true`, atOnce = 1_000, by } = rule;
  const isOld = sql<boolean>`${sql.ref(since)} < ${daysBefore(wall, keptDays)} and ${which}`;
  const remove = (isOwn: IsOwn) => removeBatch(db, { table, since, atOnce, isOld, isOwn });
  return untilShort(atOnce, () => eachPlace(db, { table, which: isOld, by }, remove));
}

interface Batch {
  readonly table: string;
  readonly since: string;
  readonly atOnce: number;
  readonly isOld: RawBuilder<boolean>;
  readonly isOwn: IsOwn;
}

async function removeBatch(db: Queryable, { table, since, atOnce, isOld, isOwn }: Batch): Promise<number> {
  const name = sql.ref(table);
  const rows = await db.query(sql`
    delete from ${name} where ${isOwn(table)} and ctid = any(array(
      select ctid from ${name} where ${isOwn(table)} and ${isOld}
      order by ${sql.ref(since)} limit ${atOnce} for update skip locked
    )) returning 1`);
  return rows.length;
}

/** Repeats a sweep until a batch is not full, so that it keeps up with new rows. Returns the number of removed rows. */
export async function untilShort(atOnce: number, removeBatch: () => Promise<number>): Promise<number> {
  for (let removed = 0; ; ) {
    const count = await removeBatch();
    removed += count;
    if (count < atOnce) return removed;
  }
}
