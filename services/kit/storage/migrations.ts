// Migrates the schema of a service. Used instead of the ORM's migrator, which requires a class per step, takes no lock,
// and accepts a database that is newer than the process.
import type pg from 'pg';

/**
 * A migration step. Its name identifies it forever. After the first release, its SQL never changes once it has run; until then it is changed
 * in place, and development databases are deleted.
 */
export interface Migration {
  /** `0001-customers`. */
  readonly name: string;
  readonly sql: string;
  /**
   * The version before works beside it, so that processes can be replaced one by one: it adds tables, indexes, or columns that may be null or
   * have a default. Without it, programs that do not know the migration refuse to start.
   */
  readonly onlyAdds?: boolean;
}

/** Runs missing migrations in one transaction, one process at a time. Unqualified names are in `schema`. */
export async function migrate(client: pg.ClientBase, schema: string, migrations: readonly Migration[]): Promise<void> {
  await client.query('begin');
  try {
    await client.query('set local lock_timeout = 0; set local statement_timeout = 0'); // large tables and other processes may take long
    await client.query(`select pg_advisory_xact_lock(hashtext('migrations of ' || $1))`, [schema]);
    const applied = await appliedIn(client, schema);
    refuseNewer(schema, migrations, applied);
    for (const { name, sql, onlyAdds = false } of migrations.filter(({ name }) => !applied.has(name))) {
      await client.query(sql);
      await client.query('insert into migration (name, only_adds) values ($1, $2)', [name, onlyAdds]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/** Names, and whether the migration only adds. */
async function appliedIn(client: pg.ClientBase, schema: string): Promise<Map<string, boolean>> {
  await client.query(`create schema if not exists "${schema}"`);
  await client.query('create table if not exists migration (name text primary key, only_adds boolean not null)');
  const { rows } = await client.query<{ name: string; only_adds: boolean }>('select name, only_adds from migration');
  return new Map(rows.map(({ name, only_adds }) => [name, only_adds]));
}

function refuseNewer(schema: string, migrations: readonly Migration[], applied: ReadonlyMap<string, boolean>): void {
  const known = new Set(migrations.map(({ name }) => name));
  const unknown = [...applied].filter(([name, onlyAdds]) => !known.has(name) && !onlyAdds).map(([name]) => name);
  if (unknown.length === 0) return;
  throw new Error(
    `The database is newer than this program: the schema "${schema}" has the migration ${unknown.join(', ')}. Start the newer version.`,
  );
}
