// A failed start reports every problem together.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { serviceNames } from '../../tools/payments/ops/services.ts';
import { select } from '../kit/books.ts';
import { runProcess, startProcess } from '../kit/launch.ts';
import { newOperator } from '../kit/operator.ts';
import { eventually } from '../kit/payments.ts';
import { flowDatabase } from './flow-database.ts';

const DATABASE_URL = await flowDatabase();
const DATA_DIR = mkdtempSync(join(tmpdir(), 'payments-preflight-'));
afterAll(() => rmSync(DATA_DIR, { recursive: true, force: true }));

const wrongKey = 'MASTER_KEY is not the key that the database was sealed with';

test('an invalid master key is reported with all other problems, and nothing starts', async () => {
  const env = { DATABASE_URL, DATA_DIR, MASTER_KEY: '08'.repeat(32), PORT: 'many', DATABASE_CONNECTIONS: '3' };

  const { code, output } = await runProcess({ env });

  expect(code).toBe(1);
  expect(output.trim().split('\n')).toEqual([
    'PORT is "many". It must be a whole number from 0 to 65535.',
    'DATABASE_CONNECTIONS is 3, but the 9 services of this process require 21. Raise it.',
    expect.stringContaining(wrongKey),
  ]);
});

test('a process starts with a new master key before the old one, and knows both from then on', async () => {
  const [former, present] = ['07'.repeat(32), '09'.repeat(32)];
  const url = await flowDatabase();
  const started = await startProcess({ env: { DATABASE_URL: url, MASTER_KEY: `${present},${former}` } });
  await started.end();

  const { code, output } = await runProcess({ env: { DATABASE_URL: url, DATA_DIR, MASTER_KEY: former } });

  expect([code, output.includes(wrongKey)]).toEqual([1, true]);
});

test('after a completed rotation, no process starts with the replaced key in the first place', async () => {
  const [former, present] = ['07'.repeat(32), '0a'.repeat(32)];
  const url = await flowDatabase();
  const started = await startProcess({ env: { DATABASE_URL: url, MASTER_KEY: `${present},${former}` } });
  const operator = await newOperator(started.rpc, { MASTER_KEY: `${present},${former}` });
  await operator.json('keys', 'reseal');
  const inUse = serviceNames.map((name) => `select id from ${name}.master_key where retired_at is null`).join(' union ');
  await eventually(
    () => select(url, inUse),
    (keys) => keys.length === 1,
  );
  const { err } = await operator.run('keys', 'check');
  await started.end();

  const { code, output } = await runProcess({ env: { DATABASE_URL: url, DATA_DIR, MASTER_KEY: `${former},${present}` } });
  const again = await startProcess({ env: { DATABASE_URL: url, MASTER_KEY: present } });
  await again.end();

  expect(err).toContain('All values are sealed under the newest key.');
  expect(code).toBe(1);
  expect(output).toContain('that was replaced, and under which no value is sealed any more. Put the present key first.');
});

test('a service alone reports every missing address', async () => {
  const { code, output } = await runProcess({ main: 'services/webhooks/main.ts', env: { DATABASE_URL, DATA_DIR } });

  expect([code, output.trim().split('\n')]).toEqual([
    1,
    [
      'AUTH_URL is not set, and webhooks cannot run without the service auth. Set it to the gRPC address of auth.',
      'PLATFORM_URL is not set, and webhooks cannot run without the service platform. Set it to the gRPC address of platform.',
    ],
  ]);
});

test('a database with too few connections is refused with what to do', async () => {
  const url = await flowDatabase();
  const name = new URL(url).pathname.slice(1);
  await select(url, `alter database "${name}" connection limit 24`);

  const { code, output } = await runProcess({ env: { DATABASE_URL: url, DATA_DIR } });

  expect([code, output.trim()]).toEqual([
    1,
    'The database accepts 24 connections. A process takes half of them at most, and the 9 services of this process require 21. ' +
      'Raise max_connections by 18, or set DATABASE_CONNECTIONS to 24 for a single process.',
  ]);
});
