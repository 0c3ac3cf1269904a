// Removes the rows of one platform from all tables of a service, whichever those are.
import { sql } from 'kysely';
import type { Queryable } from './database.ts';

/** Must run in a transaction. Calls that are still running keep their idempotency keys. */
export async function removePlatformRows(db: Queryable, platformId: string, kept: ReadonlySet<string>): Promise<void> {
  const tables = childrenFirst(await platformTables(db));
  for (const name of tables.filter((table) => !kept.has(table) && table !== 'idempotency'))
    await db.query(sql`delete from ${sql.table(name)} where platform_id = ${platformId}`);
  await db.query(sql`delete from idempotency where platform_id = ${platformId} and finished_at is not null`);
}

interface PlatformTable {
  readonly name: string;
  /** Tables that its foreign keys refer to. */
  readonly parents: readonly string[];
}

/** From the catalog. */
function platformTables(db: Queryable): Promise<PlatformTable[]> {
  return db.query(sql<PlatformTable>`
    select t.relname::text as name, array(
      select parent.relname::text from pg_constraint key join pg_class parent on parent.oid = key.confrelid
      where key.conrelid = t.oid and key.contype = 'f' and parent.oid <> t.oid) as parents
    from pg_class t join pg_attribute a on a.attrelid = t.oid
    where t.relnamespace = current_schema()::regnamespace and t.relkind = 'r' and a.attname = 'platform_id' order by 1`);
}

/** In an order in which no removal leaves a row that refers to a removed one. */
function childrenFirst(tables: readonly PlatformTable[]): string[] {
  if (tables.length === 0) return [];
  const parents = new Set(tables.flatMap((table) => table.parents));
  const leaves = tables.filter(({ name }) => !parents.has(name));
  if (leaves.length === 0) throw new Error('The foreign keys of the tables form a circle.');
  return [...leaves.map(({ name }) => name), ...childrenFirst(tables.filter(({ name }) => parents.has(name)))];
}
