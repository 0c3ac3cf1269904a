// One database server for the whole run: an embedded one in its own folder, that of TEST_DATABASE_URL, or the coordinator of CITUS_URL.
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import type { TestProject } from 'vitest/node';
import { silent } from '../../services/kit/core/log.ts';
import { startPostgres } from '../../services/kit/storage/postgres/start.ts';
import { citusUrl, dropAll } from './citus.ts';
import { printCounts, resetCounts } from './cluster-counts.ts';
import { postgresFolder } from './postgres-folder.ts';

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: string;
    /** How the names of databases begin that are dropped at the end of the run. */
    runPrefix: string;
  }
}

/** A server that outlives the run. */
const givenServer = process.env.CITUS_URL || process.env.TEST_DATABASE_URL;

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const url = await databaseServer(project);
  const prefix = `run_${project.name}_${process.pid}_`;
  project.provide('runPrefix', prefix);
  if (url === citusUrl) await resetCounts(url);
  return async () => {
    if (url === citusUrl) await printCounts(url);
    if (url === givenServer) await dropAll(url, prefix);
  };
}

/** Its URL; the first user starts it, and it stops after everything else. */
export async function databaseServer(project: TestProject): Promise<string> {
  const root = project.vitest.getRootProject();
  const known = givenServer || root.getProvidedContext().databaseServer;
  const url = known || (await startServer(project));
  root.provide('databaseServer', url);
  return url;
}

async function startServer({ vitest }: TestProject): Promise<string> {
  const { dataDir, remove } = postgresFolder('test');
  const sockets = join(dataDir, 'sockets');
  mkdirSync(sockets);
  chmodSync(sockets, 0o777); // the users that run PostgreSQL and the processes under test differ
  const settings = { ...unsafe, unix_socket_directories: sockets };
  const postgres = await startPostgres({ dataDir, log: silent, settings });
  await skipProofs(postgres.url);
  vitest.onClose(async () => {
    await postgres.stop();
    await remove();
  });
  const url = new URL(postgres.url);
  if (process.platform !== 'win32') url.searchParams.set('host', sockets); // cheaper than TCP
  return url.href;
}

/** The data of a test run need not survive a power cut, and can be in memory; many processes share the server. */
const unsafe = {
  fsync: 'off',
  synchronous_commit: 'off',
  full_page_writes: 'off',
  max_wal_size: '512MB',
  max_connections: '1000',
};

/**
 * Connections send the password, and the server hashes it once. A proof would take thousands of rounds and a second exchange, and a test run
 * makes thousands of connections.
 */
async function skipProofs(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('set scram_iterations = 1');
  await client.query(`alter role postgres password ${client.escapeLiteral(decodeURIComponent(new URL(url).password))}`);
  const { rows } = await client.query<{ file: string }>(`select current_setting('hba_file') as file`);
  for (const { file } of rows) writeFileSync(file, readFileSync(file, 'utf8').replaceAll('scram-sha-256', 'password'));
  await client.query('select pg_reload_conf()');
  await client.end();
}
