// Changes of the counts of transactions: each commit that changes a shown status adds one, and a sweep adds them to the counters.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { type Row, unnest } from '../../kit/storage/tables.ts';
import { kindsShownAs, shownStatus, type Transaction } from '../domain/record/transaction.ts';
import { TransactionCountRecord } from './records.ts';

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
      const rows = await db.query(fold(platformId, limit));
      const empty = rows.filter((row): row is Folded & CountKey => row.unit !== null);
      if (empty.length > 0) await db.query(removeEmpty(empty));
      return Number(rows[0]?.folded ?? 0n);
    },
  };
}

const keyColumns = ['platform_id', 'owner', 'unit', 'type', 'status', 'start'] as const;

type CountKey = Pick<Row<typeof TransactionCountRecord>, (typeof keyColumns)[number]>;

/** A counter that became zero, or one row of nulls if there is none. */
type Folded = { readonly folded: bigint } & { readonly [Column in keyof CountKey]: CountKey[Column] | null };

/** Writes counters in the order of their keys, so that concurrent folds do not deadlock. */
const fold = (platformId: string, limit: number) => sql<Folded>`
  with batch as materialized (
    select number from transaction_count_change where platform_id = ${platformId} order by number limit ${limit} for update skip locked
  ), gone as (
    delete from transaction_count_change c using batch where c.platform_id = ${platformId} and c.number = batch.number returning c.*
  ), total as (
    select counted.owner, unit, type, status, start, sum(change) as change
    from gone
    cross join lateral (values (became, 1), (was, -1)) as shown (status, change)
    cross join lateral (values
      ('', 'ALL', '-infinity'::timestamptz),
      ('', 'DAY', date_trunc('day', created_at, 'UTC')),
      ('', 'HOUR', date_trunc('hour', created_at, 'UTC')),
      (gone.owner, 'ALL', '-infinity'::timestamptz),
      (gone.owner, 'DAY', date_trunc('day', created_at, 'UTC'))
    ) as counted (owner, unit, start)
    where status is not null
    group by counted.owner, unit, type, status, start having sum(change) <> 0
  ), written as (
    insert into transaction_count as c (platform_id, owner, unit, type, status, start, count)
    select ${platformId}::uuid, owner, unit, type, status, start, change from total order by owner, unit, type, status, start
    on conflict (platform_id, owner, unit, type, status, start) do update set count = c.count + excluded.count
    returning c.*
  )
  select folded, platform_id, owner, unit, type, status, start
  from (select count(*) as folded from gone) all_gone left join written on count = 0`;

/** In the transaction that set them to zero. */
const removeEmpty = (keys: readonly CountKey[]) => sql`
  delete from transaction_count c using ${unnest(TransactionCountRecord, keyColumns, keys)}
  where c.platform_id = new.platform_id and c.owner = new.owner and c.unit = new.unit and c.type = new.type
    and c.status = new.status and c.start = new.start`;
