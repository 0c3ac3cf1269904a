// Databases on the servers of a Citus cluster: `CITUS_URL` is a database of its coordinator that knows its workers.
import { Client, escapeLiteral } from 'pg';
import { services } from '../../services/all.ts';
import { clusterOf, storedTables } from '../../tools/distribution/catalog.ts';
import { distribute } from '../../tools/distribution/distribute.ts';
import { planFor } from '../../tools/distribution/plan.ts';

export const citusUrl = process.env.CITUS_URL || undefined;

const tester = 'payments_tester';

/** A role for statements of the tests themselves: those of the platform are counted without them. */
export async function makeTester(databaseServer: string): Promise<void> {
  const known = await onDatabase(databaseServer, 'select from pg_roles where rolname = $1', [tester]);
  if (known.length > 0) return;
  const password = decodeURIComponent(new URL(databaseServer).password);
  await onDatabase(databaseServer, `create role ${tester} superuser login password ${escapeLiteral(password)}`);
}

/** The URL of a database for statements of the tests themselves. Others than those of the cluster do not have the role. */
export function asTester(databaseUrl: string): string {
  const url = new URL(databaseUrl);
  if (!citusUrl || url.host !== new URL(citusUrl).host) return databaseUrl;
  url.username = tester;
  return url.href;
}

/** In a list of statistics of statements: those of the platform. */
export const ofPlatform = `userid <> (select oid from pg_roles where rolname = '${tester}')`;

/** The coordinator first. One address if there is no cluster. */
export async function serversOf(databaseServer: string): Promise<string[]> {
  if (databaseServer !== citusUrl) return [databaseServer];
  const rows = await onDatabase<{ host: string; port: number }>(
    citusUrl,
    `select nodename as host, nodeport as port from pg_dist_node where isactive order by groupid`,
  );
  return rows.map(({ host, port }) => {
    const url = new URL(citusUrl ?? '');
    Object.assign(url, { hostname: host, port: `${port}` });
    return url.href;
  });
}

/** Runs a statement on each worker, in the database of that name, and returns all rows. */
export async function onEachWorker<T>(databaseServer: string, text: string): Promise<T[]> {
  const [, ...workers] = await serversOf(databaseServer);
  const rows = await Promise.all(workers.map((url) => onDatabase<T>(url, text)));
  return rows.flat();
}

/** Makes databases of the same name a cluster. */
export async function join(databases: readonly string[]): Promise<void> {
  const [coordinator = '', ...workers] = databases;
  for (const url of databases) await onDatabase(url, 'create extension citus');
  await onDatabase(coordinator, 'select citus_set_coordinator_host($1, $2)', addressOf(coordinator));
  for (const worker of workers) await onDatabase(coordinator, 'select citus_add_node($1, $2)', addressOf(worker));
}

/** Distributes the tables of all services in a migrated database. */
export async function distributeAll(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    const cluster = await clusterOf(client);
    for (const door of services) {
      const stored = await storedTables(client, door.name, cluster);
      const plan = planFor(door, stored);
      if (stored.length === 0) continue;
      if (plan.refusals.length > 0) throw new Error(plan.refusals.join('\n'));
      await distribute(client, plan);
    }
  } finally {
    await client.end();
  }
}

/** Citus has processes of its own in each database, which prevent copies and new names. */
export async function release(server: string, database: string): Promise<void> {
  await onDatabase(server, `alter database "${database}" with allow_connections false`);
  await onDatabase(server, 'select pg_terminate_backend(pid, 10000) from pg_stat_activity where datname = $1', [database]);
}

/** Drops the databases whose names begin so, on each server. */
export async function dropAll(databaseServer: string, prefix: string): Promise<void> {
  const servers = (await serversOf(databaseServer)).toReversed();
  for (const server of servers) {
    const found = await onDatabase<{ name: string }>(
      server,
      'select datname as name from pg_database where starts_with(datname, $1)',
      [prefix],
    );
    for (const { name } of found) {
      if (servers.length > 1) await release(server, name);
      await onDatabase(server, `drop database "${name}" with (force)`);
    }
  }
}

export async function onDatabase<T>(connectionString: string, text: string, values: readonly unknown[] = []): Promise<T[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query(text, [...values])).rows as T[];
  } finally {
    await client.end();
  }
}

function addressOf(url: string): [host: string, port: number] {
  const { hostname, port } = new URL(url);
  return [hostname, Number(port || 5432)];
}
