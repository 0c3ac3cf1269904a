// A database of its own for each test file.
import { randomBytes } from 'node:crypto';
import { Client } from 'pg';
import { afterAll, inject } from 'vitest';

/** Creates an empty database, or a copy of a template, and returns its URL. It is dropped after the file's tests. */
export async function testDatabase(template = 'template1'): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`create database "${name}" template "${template}"`);
  afterAll(() => onServer(`drop database "${name}" with (force)`));
  return urlOf(name);
}

/**
 * Creates a template of this name once for concurrent test files, and returns the name.
 * `migrate` brings the database at the given URL up to date and closes its connections.
 */
export async function templateFrom(name: string, migrate: (url: string) => Promise<void>): Promise<string> {
  const client = new Client({ connectionString: inject('databaseServer') });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock(hashtext($1))', [name]);
    const { rowCount } = await client.query('select from pg_database where datname = $1', [name]);
    if (!rowCount) await makeTemplate(client, name, migrate);
    return name;
  } finally {
    await client.end();
  }
}

/** The name comes last: a failed migration must not leave an incomplete template behind. */
async function makeTemplate(client: Client, name: string, migrate: (url: string) => Promise<void>): Promise<void> {
  const unfinished = `${name}_${randomBytes(4).toString('hex')}`;
  await client.query(`create database "${unfinished}"`);
  await migrate(urlOf(unfinished));
  await client.query(`alter database "${unfinished}" rename to "${name}"`);
}

function urlOf(name: string): string {
  const url = new URL(inject('databaseServer'));
  url.pathname = `/${name}`;
  return url.href;
}

async function onServer(statement: string): Promise<void> {
  const client = new Client({ connectionString: inject('databaseServer') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
