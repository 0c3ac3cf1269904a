// A database of its own for each test file. In a Citus cluster, one on each server, with distributed tables.
import { randomBytes } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from 'pg';
import { inject } from 'vitest';
import { distributeAll, join, release, serversOf } from './citus.ts';
import { connectionTo } from './connections.ts';
import { atEndOfFile } from './file-end.ts';

/** Creates an empty database, or a copy of a template, and returns its URL. It is dropped after the file's tests. */
export async function testDatabase(template = 'template1'): Promise<string> {
  const url = await createDatabase(`test_${randomBytes(6).toString('hex')}`, template);
  atEndOfFile(() => drop(nameIn(url)));
  return url;
}

/** The same, until the run ends. */
export function runDatabase(template: string): Promise<string> {
  return createDatabase(`${inject('runPrefix')}${randomBytes(6).toString('hex')}`, template);
}

async function createDatabase(name: string, template: string): Promise<string> {
  await onServers(`create database "${name}" template "${template}" strategy file_copy`); // its log would cost more than the copy
  return urlOf(name);
}

async function drop(name: string): Promise<void> {
  const servers = await serversOf(inject('databaseServer'));
  if (servers.length > 1) for (const server of servers) await release(server, name);
  await untilUnused(name);
  await onServers(`drop database "${name}" with (force)`);
}

/**
 * A pool that ended closes its connections a moment later, and no test expects the error of one that is cut off. Does not wait long, because
 * processes that the file has started may still be connected.
 */
async function untilUnused(name: string): Promise<void> {
  const server = await connectionTo(inject('databaseServer'));
  for (let look = 0; look < looksMax; look++) {
    const { rowCount } = await server.query('select from pg_stat_activity where datname = $1', [name]);
    if (rowCount === 0) return;
    await pause(lookEveryMs);
  }
}

const looksMax = 10;
const lookEveryMs = 10;

/** An empty database of a Citus cluster: its tables stay on the coordinator until they are distributed. */
export async function emptyCluster(): Promise<string> {
  const url = await testDatabase();
  const servers = await serversOf(inject('databaseServer'));
  await join(servers.map((server) => urlOf(nameIn(url), server)));
  return url;
}

const nameIn = (url: string) => new URL(url).pathname.slice(1);

const templates = new Map<string, Promise<string>>();

/**
 * Creates a template of this name once for concurrent test files, and returns the name.
 * `migrate` brings the database at the given URL up to date and closes its connections.
 */
export function templateFrom(name: string, migrate: (url: string) => Promise<void>): Promise<string> {
  const known = templates.get(name);
  if (known) return known;
  const made = findOrMake(name, migrate);
  made.catch(() => templates.delete(name));
  templates.set(name, made);
  return made;
}

async function findOrMake(name: string, migrate: (url: string) => Promise<void>): Promise<string> {
  const client = new Client({ connectionString: inject('databaseServer') });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (!rowCount) await makeTemplate(name, migrate);
    return name;
  } finally {
    await client.end();
  }
}

/** The name comes last: a failed migration must not leave an incomplete template behind. */
async function makeTemplate(name: string, migrate: (url: string) => Promise<void>): Promise<void> {
  const unfinished = `${name}_${randomBytes(4).toString('hex')}`;
  await onServers(`create database "${unfinished}"`);
  const servers = await serversOf(inject('databaseServer'));
  const isCluster = servers.length > 1;
  if (isCluster) await join(servers.map((server) => urlOf(unfinished, server)));
  await migrate(urlOf(unfinished));
  if (isCluster) {
    await distributeAll(urlOf(unfinished));
    for (const server of servers) await release(server, unfinished);
  }
  await onServers(`alter database "${unfinished}" rename to "${name}"`);
}

function urlOf(name: string, server = inject('databaseServer')): string {
  const url = new URL(server);
  url.pathname = `/${name}`;
  return url.href;
}

/** The coordinator last, whose database of that name shows that the others exist. */
async function onServers(statement: string): Promise<void> {
  const servers = await serversOf(inject('databaseServer'));
  for (const server of servers.toReversed()) await (await connectionTo(server)).query(statement);
}
