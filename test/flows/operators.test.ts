// Operators next to processes that run: with the embedded database, and with two processes on one database.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { killAll, startProcess } from '../kit/launch.ts';
import { newOperator, operatorWith } from '../kit/operator.ts';
import { postgresFolder } from '../kit/postgres-folder.ts';
import { restAt } from '../kit/rest-at.ts';
import { flowDatabase } from './flow-database.ts';

const { dataDir: DATA_DIR, remove } = postgresFolder('operator');
afterAll(() => (killAll(), remove()));

test('an operator uses the generated key of an embedded platform that runs', async () => {
  const process = await startProcess({ env: { DATA_DIR, MASTER_KEY: '' } });

  const operator = await newOperator(process.rpc, { DATA_DIR, MASTER_KEY: '' });

  const [{ platform, clientId, clientSecret }] = await operator.json('platforms', 'create', '--environment', 'sandbox');
  const rest = restAt(process.origin, `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`);
  expect((await rest('GET', '/config')).body.id).toBe(`PlatformConfig:${platform}`);
  expect((await operator.json('doctor')).flatMap(({ problems }) => problems)).toEqual([]);
  expect(existsSync(join(DATA_DIR, 'postgres'))).toBe(true);
  await process.end();
});

test('a credential is valid at every process, until one of them revokes it', async () => {
  const env = { DATABASE_URL: await flowDatabase() };
  const [one, other] = await Promise.all([startProcess({ env }), startProcess({ env })]);
  const ada = await newOperator(one.rpc);
  const [{ id, token }] = await ada.json('operators', 'create', 'grace', '--scope', 'VIEW');
  const grace = operatorWith({ OPS_URL: `http://${other.rpc}`, OPS_TOKEN: token });

  const before = await grace.run('platforms', 'list');
  await ada.json('operators', 'revoke', id, '--yes');
  const after = await grace.run('platforms', 'list');

  expect([before.code, after.code]).toEqual([0, 1]);
  expect((await ada.run('audit', 'log')).out).toContain('payments.platform.v1.PlatformAdministrationService/ListPlatforms');
});
