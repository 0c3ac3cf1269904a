// Migrates the schema of a service. Used instead of the ORM's migrator, which requires a class per step, takes no lock,
// and accepts a database that is newer than the process.
import type pg from 'pg';
import { type ConnectionOptions, connectWithRetries, openPool, startPatienceMs } from './connections.ts';
import { isDistributed } from './distributed.ts';
import type { Session } from './session.ts';

/**
 * A migration step. Its name identifies it forever. After the first release, its SQL never changes once it has run; until then it is changed
 * in place, and development databases are deleted.
 */
export interface Migration {
  /** `0001-customers`. */
  readonly name: string;
  readonly sql: string;
  /**
   * Programs that know the migration of this name work beside this one, so that processes can be replaced one by one; older ones refuse to
   * start. A migration that adds tables, indexes, or columns that may be null or have a default names the one before it. One that removes what
   * programs used until `0007-…` names that one. Absent: only programs that know the migration itself.
   */
  readonly worksFrom?: string;
}

interface MigrationOptions extends ConnectionOptions {
  readonly migrations: readonly Migration[];
}

/**
 * Runs missing migrations. Most starts miss none, and only look: on the permanent connection, because each of them opens many services.
 * Returns whether the tables are distributed.
 */
export async function migrateOver(pool: pg.Pool, session: Session, options: MigrationOptions): Promise<boolean> {
  const { schema, migrations, directUrl } = options;
  const look = (client: pg.ClientBase) => Promise.all([isMigrated(client, schema, migrations), isDistributed(client)]);
  const [isCurrent, isApart] = await session.inSchema(schema, look, startPatienceMs);
  if (isCurrent) return isApart;
  // Migrations lock and change more than a pooler would bear.
  const direct = directUrl === undefined ? pool : openPool({ ...options, url: directUrl, directUrl: undefined }, { max: 1 });
  const client = await connectWithRetries(() => direct.connect(), startPatienceMs);
  try {
    await migrate(client, schema, migrations);
  } finally {
    client.release();
  }
  if (direct !== pool) await direct.end();
  return isApart;
}

/** Whether no migration is missing. Throws if the database is newer than this program. */
async function isMigrated(client: pg.ClientBase, schema: string, migrations: readonly Migration[]): Promise<boolean> {
  const applied = (await hasTable(client)) ? await appliedIn(client) : undefined;
  if (!applied || migrations.some(({ name }) => !applied.has(name))) return false;
  refuseNewer(schema, migrations, applied);
  return true;
}

/** Runs missing migrations in one transaction, one process at a time. Unqualified names are in `schema`. */
async function migrate(client: pg.ClientBase, schema: string, migrations: readonly Migration[]): Promise<void> {
  await client.query('begin');
  try {
    await client.query('set local lock_timeout = 0; set local statement_timeout = 0'); // large tables and other processes may take long
    await client.query(`select pg_advisory_xact_lock(hashtext('migrations of ' || $1))`, [schema]);
    await makeTable(client, schema);
    const applied = await appliedIn(client);
    refuseNewer(schema, migrations, applied);
    for (const { name, sql, worksFrom = name } of migrations.filter(({ name }) => !applied.has(name))) {
      await client.query(sql);
      await client.query('insert into migration (name, works_from) values ($1, $2)', [name, worksFrom]);
    }
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

async function hasTable(client: pg.ClientBase): Promise<boolean> {
  const { rows } = await client.query<{ has: boolean }>(`select to_regclass('migration') is not null as has`);
  return rows[0]?.has === true;
}

async function makeTable(client: pg.ClientBase, schema: string): Promise<void> {
  // A distributed database would create it on all servers, and prepare the transaction, even if it exists.
  const { rowCount: exists } = await client.query('select from pg_namespace where nspname = $1', [schema]);
  if (!exists) await client.query(`create schema if not exists "${schema}"`);
  await client.query('create table if not exists migration (name text primary key, works_from text not null)');
}

/** From the name of each to the migration that programs must know. */
type Applied = ReadonlyMap<string, string>;

async function appliedIn(client: pg.ClientBase): Promise<Applied> {
  const { rows } = await client.query<{ name: string; works_from: string }>('select name, works_from from migration');
  return new Map(rows.map(({ name, works_from }) => [name, works_from]));
}

function refuseNewer(schema: string, migrations: readonly Migration[], applied: Applied): void {
  const known = new Set(migrations.map(({ name }) => name));
  const tooNew = [...applied].filter(([name, worksFrom]) => !known.has(name) && !known.has(worksFrom)).map(([name]) => name);
  if (tooNew.length === 0) return;
  throw new Error(
    `The database is newer than this program: the schema "${schema}" has the migration ${tooNew.join(', ')}. Start the newer version.`,
  );
}
