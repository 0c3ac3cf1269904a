// Adds pending changes of the counts of a platform to its counters.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { type Row, unnest } from '../../kit/storage/tables.ts';
import { TransactionCountChangeRecord, TransactionCountRecord } from './records.ts';

const keyColumns = ['platform_id', 'owner', 'unit', 'type', 'status', 'start'] as const;
const keys = sql.raw(keyColumns.join(', '));

type CountKey = Pick<Row<typeof TransactionCountRecord>, (typeof keyColumns)[number]>;

export interface Folding {
  readonly platformId: string;
  /** Maximum of changes. */
  readonly limit: number;
}

export interface Folded {
  /** Number of changes. */
  readonly count: number;
  /** The counters that became zero. */
  readonly empty: readonly CountKey[];
}

/** Removes the next changes, except those that another process folds. */
const removal = ({ platformId, limit }: Folding) => ({
  batch: sql`
    select number from transaction_count_change where platform_id = ${platformId} order by number limit ${limit} for update skip locked`,
  gone: sql`
    delete from transaction_count_change c using batch where c.platform_id = ${platformId} and c.number = batch.number returning c.*`,
});

/** Adds changes, the table `new`. Writes counters in the order of their keys, so that concurrent folds do not deadlock. */
const additionOf = (changes: RawBuilder<unknown>) => sql<CountKey & { count: bigint }>`
  insert into transaction_count as c (${keys}, count)
  select new.platform_id, counted.owner, unit, type, status, start, sum(change)
  from ${changes}
  cross join lateral (values (became, 1), (was, -1)) as shown (status, change)
  cross join lateral (values
    ('', 'ALL', '-infinity'::timestamptz),
    ('', 'DAY', date_trunc('day', created_at, 'UTC')),
    ('', 'HOUR', date_trunc('hour', created_at, 'UTC')),
    (new.owner, 'ALL', '-infinity'::timestamptz),
    (new.owner, 'DAY', date_trunc('day', created_at, 'UTC'))
  ) as counted (owner, unit, start)
  where status is not null
  group by new.platform_id, counted.owner, unit, type, status, start having sum(change) <> 0
  order by counted.owner, unit, type, status, start
  on conflict (${keys}) do update set count = c.count + excluded.count
  returning c.*`;

/** A counter that became zero, or one row of nulls if there is none. */
type FoldedRow = { readonly folded: bigint } & { readonly [Column in keyof CountKey]: CountKey[Column] | null };

export async function fold(db: Queryable, folding: Folding): Promise<Folded> {
  const { batch, gone } = removal(folding);
  const rows = await db.query(sql<FoldedRow>`
    with batch as materialized (${batch}), gone as (${gone}), written as (${additionOf(sql`gone as new`)})
    select folded, ${keys} from (select count(*) as folded from gone) all_gone left join written on count = 0`);
  return { count: Number(rows[0]?.folded ?? 0n), empty: rows.filter((row): row is FoldedRow & CountKey => row.unit !== null) };
}

/** The same in two statements, for distributed tables: a server runs no insertion as a part of another statement. */
export async function foldApart(db: Queryable, folding: Folding): Promise<Folded> {
  const { batch, gone } = removal(folding);
  const changes = await db.query(sql<ChangeRow>`with batch as materialized (${batch}) ${gone}`);
  if (changes.length === 0) return { count: 0, empty: [] };
  const written = await db.query(additionOf(unnest(TransactionCountChangeRecord, changeColumns, changes)));
  return { count: changes.length, empty: written.filter(({ count }) => count === 0n) };
}

const changeColumns = ['platform_id', 'owner', 'type', 'created_at', 'was', 'became'] as const;

type ChangeRow = Pick<Row<typeof TransactionCountChangeRecord>, (typeof changeColumns)[number]>;

/** In the transaction that set them to zero. */
export const removeEmpty = (empty: readonly CountKey[]) => sql`
  delete from transaction_count c using ${unnest(TransactionCountRecord, keyColumns, empty)}
  where c.platform_id = new.platform_id and c.owner = new.owner and c.unit = new.unit and c.type = new.type
    and c.status = new.status and c.start = new.start`;
