// The tables with rows of platforms, from the catalog of the database, and the removal of the rows of one platform from all of them.
import { sql } from 'kysely';
import type { Queryable } from './database.ts';
import { eachPlace } from './distributed.ts';

export interface PlatformTable {
  readonly name: string;
  /** Tables that its foreign keys refer to. */
  readonly parents: readonly string[];
  /** Columns that a statement can write. */
  readonly columns: readonly string[];
  /** Columns of the primary key. */
  readonly primary: readonly string[];
  /** The column that numbers rows in the order of their insertion. */
  readonly numbering: string | null;
}

export interface DirectoryPlace {
  readonly name: string;
  /** The column by which it is distributed. */
  readonly by: string | null;
}

/** Whether a table finds the platform of a value. */
export const isDirectory = ({ primary }: PlatformTable): boolean => primary[0] !== 'platform_id';

/** Must run in a transaction. Calls that are still running keep their idempotency keys. */
export async function removePlatformRows(db: Queryable, platformId: string, kept: ReadonlySet<string>): Promise<void> {
  const tables = childrenFirst(await platformTables(db));
  for (const { name } of tables.filter((table) => !kept.has(table.name) && !keptAlways.has(table.name)))
    await db.query(sql`delete from ${sql.table(name)} where platform_id = ${platformId}`);
  await db.query(sql`delete from idempotency where platform_id = ${platformId} and finished_at is not null`);
}

/**
 * Removes a platform's entries of a directory: one by one where it is distributed, each of which may be on another server. In a transaction, that
 * would be a distributed commit.
 */
export async function removeEntries(db: Queryable, { name, by }: DirectoryPlace, platformId: string): Promise<void> {
  const which = sql`platform_id = ${platformId}`;
  await eachPlace(db, { table: name, which, by }, async (isOwn) => {
    await db.query(sql`delete from ${sql.table(name)} where ${which} and ${isOwn(name)}`);
    return 1;
  });
}

/** Processes know which rows of `placed_platform` exist. */
const keptAlways = new Set(['idempotency', 'placed_platform']);

/** By name. */
export function platformTables(db: Queryable): Promise<PlatformTable[]> {
  return db.query(sql<PlatformTable>`
    select t.relname::text as name, array(
      select parent.relname::text from pg_constraint key join pg_class parent on parent.oid = key.confrelid
      where key.conrelid = t.oid and key.contype = 'f' and parent.oid <> t.oid) as parents,
    array(select attname::text from pg_attribute
      where attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '' and attidentity = '' order by attnum) as columns,
    array(select attname::text from pg_index cross join unnest(indkey::int2[]) with ordinality as key (number, place)
      join pg_attribute on attrelid = t.oid and attnum = key.number where indrelid = t.oid and indisprimary order by place) as "primary",
    (select attname::text from pg_attribute where attrelid = t.oid and attidentity <> '') as numbering
    from pg_class t join pg_attribute a on a.attrelid = t.oid
    where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and a.attname = 'platform_id' order by 1`);
}

/** In an order in which no removal leaves a row that refers to a removed one. */
export function childrenFirst(tables: readonly PlatformTable[]): PlatformTable[] {
  if (tables.length === 0) return [];
  const parents = new Set(tables.flatMap((table) => table.parents));
  const leaves = tables.filter(({ name }) => !parents.has(name));
  if (leaves.length === 0) throw new Error('The foreign keys of the tables form a circle.');
  return [...leaves, ...childrenFirst(tables.filter(({ name }) => parents.has(name)))];
}
