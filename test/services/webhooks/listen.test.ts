// The listener of `npm run listen`, as its own process next to a platform.
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { EventService } from '../../../gen/payments/webhooks/v1/webhook_pb.ts';
import { auth } from '../../../services/auth/service.ts';
import { platform } from '../../../services/platform/service.ts';
import { webhooks } from '../../../services/webhooks/service.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { eventOf } from './webhook-world.ts';

const world = await startWorld({ doors: [platform, auth, webhooks] });
await world.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = world.app.server.address() as AddressInfo;
const script = join(import.meta.dirname, '../../../tools/listen.ts');

async function startListener(env: Record<string, string>) {
  const child = spawn(process.execPath, [script], { env: { PATH: process.env.PATH, LISTEN_PORT: '0', ...env } });
  afterAll(() => void child.kill('SIGKILL'));
  const lines: string[] = [];
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      lines.splice(0, lines.length, ...output.trimEnd().split('\n'));
    });
  }
  return { child, lines };
}

async function ended(child: ChildProcess): Promise<number> {
  const [code] = await once(child, 'exit');
  return code;
}

const at = (tenant: Tenant) => ({
  PUBLIC_URL: `http://127.0.0.1:${port}`,
  SANDBOX_CLIENT_ID: tenant.clientId,
  SANDBOX_CLIENT_SECRET: tenant.clientSecret,
});

test('it becomes the endpoint, shows and verifies events, and restores the former endpoint', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: 'http://127.0.0.1:9/former' } });
  await world.settle();
  const { child, lines } = await startListener(at(tenant));
  await expect.poll(() => lines.length).toBe(2);
  const resource = `Transaction:${randomUUID()}`;

  await tenant.internal(EventService).acceptEvents({ events: [eventOf(tenant.id, resource, 1)] });
  await world.settle();
  await expect.poll(() => lines.length).toBe(3);
  child.kill('SIGINT');
  const code = await ended(child);

  expect(
    lines
      .slice(1)
      .map((line) => line.split(/ {2,}/).slice(1))
      .toSorted(),
  ).toEqual([
    ['OUTGOING_PAYMENT.PENDING', resource, '-', 'verified'],
    ['TEST', '-', '-', 'verified'],
  ]);
  expect(code).toBe(0);
  expect((await tenant.rest('GET', '/config')).body.webhookEndpoint).toBe('http://127.0.0.1:9/former');
});

test("it refuses another platform's event, signed by the same key", async () => {
  const [own, other] = [await world.newPlatform({ currencies: ['USD'] }), await world.newPlatform({ currencies: ['USD'] })];
  const { child, lines } = await startListener(at(own));
  await expect.poll(() => lines.length).toBe(2);
  const { body: config } = await own.rest('GET', '/config');

  const { body } = await other.rest('PATCH', '/config', { body: { webhookEndpoint: config.webhookEndpoint } });
  await world.settle();
  await expect.poll(() => lines.length).toBe(3);
  child.kill('SIGINT');
  await ended(child);

  expect(body.webhookEndpoint).toBe(config.webhookEndpoint);
  expect(lines[2]?.split(/ {2,}/).slice(1)).toEqual(['TEST', '-', '-', 'OF ANOTHER PLATFORM']);
});

test('it finds the stored credentials of the platform', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const dataDir = mkdtempSync(join(tmpdir(), 'listen-test-'));
  afterAll(() => rmSync(dataDir, { recursive: true }));
  const { clientId, clientSecret } = tenant;
  writeFileSync(join(dataDir, 'sandbox-credentials.json'), JSON.stringify({ clientId, clientSecret }));

  const { child, lines } = await startListener({ PUBLIC_URL: `http://127.0.0.1:${port}`, DATA_DIR: dataDir });
  await expect.poll(() => lines.length).toBe(2);
  child.kill('SIGINT');
  await ended(child);

  expect(lines[0]).toMatch(/^Webhooks of http:\/\/127\.0\.0\.1:\d+ arrive at http:\/\/127\.0\.0\.1:\d+\/ until Ctrl-C\.$/);
  expect((await tenant.rest('GET', '/config')).body.webhookEndpoint).toBeUndefined();
});

test.each([
  [
    'no platform',
    { PUBLIC_URL: 'http://127.0.0.1:9', SANDBOX_CLIENT_ID: 'a', SANDBOX_CLIENT_SECRET: 'b' },
    'Run "npm start" first',
  ],
  ['no credentials', { PUBLIC_URL: `http://127.0.0.1:${port}`, DATA_DIR: '/nowhere' }, 'There are no credentials in'],
])('with %s it says what to do', async (_, env, sentence) => {
  const { child, lines } = await startListener(env);
  const code = await ended(child);

  expect([code, lines.join('\n')]).toEqual([1, expect.stringContaining(sentence)]);
});
