// The migrations that the database of a service has.
import { sql } from 'kysely';
import type { Queryable } from './database.ts';

/** By name, in order. */
export async function appliedMigrations(db: Queryable): Promise<string[]> {
  const rows = await db.query(sql<{ name: string }>`select name from migration order by name`);
  return rows.map(({ name }) => name);
}
