// Lists of this service, newest first: the rows of one table that pass equal conditions, and how many they are.
import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';

export interface Listing {
  readonly table: 'beneficial_owner' | 'document' | 'verification';
  /** Besides the table's own. */
  readonly column?: RawBuilder<unknown>;
  /** All hold; never none, for the platform is always among them. */
  readonly conditions: readonly RawBuilder<unknown>[];
}

export interface Stretch {
  /** Behind this one; from the newest when undefined. */
  readonly after: Position | undefined;
  readonly limit: number;
}

/** One more than the limit when there is more. Conditions, then (created_at, id), are what the table's indexes are of. */
export function newest<Row>(db: Queryable, { table, column, conditions }: Listing, { after, limit }: Stretch): Promise<Row[]> {
  const columns = column ? sql`*, ${column}` : sql`*`;
  const all = after ? [...conditions, sql`(created_at, id) < (${after.createdAt}, ${after.id}::uuid)`] : conditions;
  return db.query(
    sql<Row>`select ${columns} from ${sql.table(table)} where ${sql.join(all, sql` and `)} order by created_at desc, id desc limit ${limit + 1}`,
  );
}

/** Counted over an index. */
export async function countOf(db: Queryable, { table, conditions }: Listing): Promise<bigint> {
  const [row] = await db.query(
    sql<{ count: bigint }>`select count(*) as count from ${sql.table(table)} where ${sql.join([...conditions], sql` and `)}`,
  );
  return row?.count ?? 0n;
}

/** A statement that writes all columns of a new row; one with the same id stays as it is. */
export function insertion(table: string, row: object): RawBuilder<{ id: string }> {
  const entries = Object.entries(row);
  const columns = sql.join(entries.map(([column]) => sql.ref(column)));
  const values = sql.join(entries.map(([, value]) => value));
  return sql`insert into ${sql.table(table)} (${columns}) values (${values}) on conflict (id) do nothing returning id`;
}

/** A statement that writes several new rows, in their order; it leaves those out that a unique index forbids. */
export function insertions(rows: readonly object[]): RawBuilder<{ id: string }> {
  const columns = sql.join(Object.keys(rows[0] ?? {}).map((column) => sql.ref(column)));
  const values = sql.join(rows.map((row) => sql`(${sql.join(Object.values(row))})`));
  return sql`insert into customer (${columns}) values ${values} on conflict do nothing returning id`;
}
