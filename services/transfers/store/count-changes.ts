// Changes of the counts of transactions: each commit that changes a shown status adds one, and a sweep adds them to the counters.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto } from '../../kit/storage/tables.ts';
import { kindsShownAs, shownStatus, type Transaction } from '../domain/record/transaction.ts';
import { fold, foldApart, removeEmpty } from './count-folds.ts';
import { TransactionCountChangeRecord } from './records.ts';

/** The counted status before and after a change. Null if the transaction is not counted. */
export interface Recount {
  readonly was: string | null;
  readonly became: string | null;
}

/** Undefined if the counted status stays the same. Hidden transactions are not counted. */
export function recountOf(before: Transaction | undefined, after: Transaction): Recount | undefined {
  const [was, became] = [before, after].map((one) => (one && one.state !== 'TENTATIVE' ? shownStatus(one) : null));
  return was === became ? undefined : { was: was ?? null, became: became ?? null };
}

/**
 * Adds a change per row of `changed`, a part of the same statement that has `platform_id`, `owner`, `kind` and `created_at`. Rows are only
 * inserted, so that commits do not wait for each other's counters.
 */
export const recount = (changed: RawBuilder<unknown>, { was, became }: { [When in keyof Recount]: RawBuilder<unknown> }) => sql`
  insert into transaction_count_change (platform_id, owner, type, created_at, was, became)
  select platform_id, owner, case when kind = any(${kindsShownAs('OUTGOING')}) then 'OUTGOING' else 'INCOMING' end, created_at,
    ${was}, ${became}
  from ${changed}`;

export interface CountChange extends Recount {
  readonly of: {
    readonly platform_id: string;
    readonly owner: string;
    readonly kind: string;
    readonly created_at: Date;
  };
}

/**
 * Adds changes of one platform by values, for distributed tables: in a selection, the coordinator would collect the rows to number them, and
 * prepare the transaction.
 */
export async function addCountChanges(db: Queryable, changes: readonly CountChange[]): Promise<void> {
  if (changes.length === 0) return;
  const outgoing = kindsShownAs('OUTGOING');
  const rows = changes.map(({ of, was, became }) => ({
    platform_id: of.platform_id,
    owner: of.owner,
    type: outgoing.includes(of.kind) ? 'OUTGOING' : 'INCOMING',
    created_at: of.created_at,
    was,
    became,
  }));
  await db.query(insertInto(TransactionCountChangeRecord, rows));
}

export interface CountChangeRows {
  /** The next platforms with pending changes, in the order of their ids. */
  platformsToFold(after: string, limit: number): Promise<string[]>;
  /** Adds pending changes of a platform to the counters, in a transaction. Returns how many. Skips changes that another process folds. */
  fold(platformId: string, limit: number): Promise<number>;
}

export function countChangeRows(db: Queryable): CountChangeRows {
  return {
    platformsToFold: async (after, limit) => {
      const rows = await db.batch(sql<{ id: string }>`
        select distinct platform_id as id from transaction_count_change where platform_id > ${after} order by platform_id limit ${limit}`);
      return rows.map(({ id }) => id);
    },
    fold: async (platformId, limit) => {
      const { count, empty } = await (db.isDistributed ? foldApart : fold)(db, { platformId, limit });
      if (empty.length > 0) await db.query(removeEmpty(empty));
      return count;
    },
  };
}
