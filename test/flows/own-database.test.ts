// A service with its own database sends its notifications to other processes through that database.
import { Client } from 'pg';
import { expect, test } from 'vitest';
import { testDatabase } from '../kit/database.ts';
import { atEndOfFile } from '../kit/file-end.ts';
import { startProcess } from '../kit/launch.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

test('clock changes are announced in the database of platform, deleted tokens in that of auth', async () => {
  const [DATABASE_URL, PLATFORM_DATABASE_URL] = await Promise.all([flowDatabase(), testDatabase()]);
  const { origin } = await startProcess({ env: { DATABASE_URL, PLATFORM_DATABASE_URL } });
  const rest = restAt(origin);
  const inAuth = await announcementsOf('auth.callers', DATABASE_URL);
  const inPlatform = await announcementsOf('platform.callers', PLATFORM_DATABASE_URL);
  const { body: token } = await rest('POST', '/tokens', { body: { name: 'Short-lived', permissions: ['VIEW'] } });

  expect((await rest('DELETE', `/tokens/${token.id}`)).status).toBe(204);
  expect((await rest('POST', '/sandbox/clock/advance', { body: { seconds: 1 } })).status).toBe(200);

  await expect.poll(() => inAuth.length).toBeGreaterThan(0);
  await expect.poll(() => inPlatform.length).toBeGreaterThan(0);
});

/** Grows while the test runs. */
async function announcementsOf(channel: string, connectionString: string): Promise<readonly string[]> {
  const heard: string[] = [];
  const client = new Client({ connectionString });
  client.on('notification', ({ payload = '' }) => heard.push(payload));
  await client.connect();
  atEndOfFile(() => client.end());
  await client.query(`listen "${channel}"`);
  return heard;
}
