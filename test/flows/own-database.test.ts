// A service with a database of its own: what it announces is heard there.
import { expect, test } from 'vitest';
import { ask } from '../kit/books.ts';
import { testDatabase } from '../kit/database.ts';
import { startProcess } from '../kit/launch.ts';
import { flowDatabase } from './flow-database.ts';

test('moved clocks are listened for in the database of the platform service, deleted tokens in that of auth', async () => {
  const [DATABASE_URL, PLATFORM_DATABASE_URL] = await Promise.all([flowDatabase(), testDatabase()]);

  const { end } = await startProcess({ env: { DATABASE_URL, PLATFORM_DATABASE_URL } });

  expect(await callersListenedFor(DATABASE_URL)).toEqual(['listen "auth.callers"']);
  expect(await callersListenedFor(PLATFORM_DATABASE_URL)).toEqual(['listen "platform.callers"']);
  await end();
});

async function callersListenedFor(url: string): Promise<string[]> {
  const rows = await ask<{ query: string }>(
    url,
    `select query from pg_stat_activity where datname = current_database() and query like 'listen "%.callers"'`,
  );
  return rows.map(({ query }) => query);
}
