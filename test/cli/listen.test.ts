// `payments listen`: a webhook endpoint on this machine.
import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import type { Tenant } from '../kit/platform.ts';
import { startReceiver } from '../kit/receiver.ts';
import { eventOf } from '../services/webhooks/webhook-world.ts';
import { startCli } from './cli-world.ts';

const world = await startCli();

const linesIn = (text: string) => text.split('\n').filter(Boolean);
const cellsIn = (text: string) => linesIn(text).map((line) => line.split(/ {2,}/).slice(1));

/** Starts a listener for a new platform, and waits for the TEST event that greets it. */
async function listening(...args: string[]) {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  return { tenant, ...(await listenFor(tenant, ...args)) };
}

async function listenFor(tenant: Tenant, ...args: string[]) {
  const listener = world.start(['listen', '--port', '0', ...args], { environment: world.environmentOf(tenant) });
  await expect.poll(listener.err).toContain('until Ctrl-C');
  await world.settle();
  return { listener };
}

async function emit(tenant: Tenant, sequence = 1): Promise<string> {
  const resource = `Transaction:${randomUUID()}`;
  await tenant.internal(EventService).acceptEvents({ events: [eventOf(tenant.id, resource, sequence)] });
  await world.settle();
  return resource;
}

test('it becomes the endpoint, shows and verifies events, and restores the former endpoint', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  await tenant.rest('PATCH', '/config', { body: { webhookEndpoint: 'http://127.0.0.1:9/former' } });
  await world.settle();
  const { listener } = await listenFor(tenant);

  const resource = await emit(tenant);
  await expect.poll(() => linesIn(listener.out()).length).toBe(2);
  const code = await listener.interrupt();

  expect(cellsIn(listener.out()).toSorted()).toEqual([
    ['OUTGOING_PAYMENT.PENDING', resource, '-', 'verified'],
    ['TEST', '-', '-', 'verified'],
  ]);
  expect(code).toBe(0);
  expect((await tenant.rest('GET', '/config')).body.webhookEndpoint).toBe('http://127.0.0.1:9/former');
});

test('Ctrl-C that arrives twice, as by npm, restores the endpoint too', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const launcher = join(import.meta.dirname, '../../tools/payments/payments.mjs');
  const env = { PATH: process.env.PATH ?? '', ...world.environmentOf(tenant) };
  const child = spawn(process.execPath, [launcher, 'listen', '--port', '0'], { env });
  await once(child.stderr, 'data');
  expect((await tenant.rest('GET', '/config')).body.webhookEndpoint).toMatch(/^http:\/\/127/);

  child.kill('SIGINT');
  child.kill('SIGINT');
  const [code] = await once(child, 'exit');

  expect(code).toBe(0);
  expect((await tenant.rest('GET', '/config')).body.webhookEndpoint).toBeUndefined();
});

test("it refuses another platform's event, signed by the same key", async () => {
  const other = await world.newPlatform({ currencies: ['USD'] });
  const { tenant, listener } = await listening();
  await expect.poll(() => linesIn(listener.out()).length).toBe(1);
  const { body: config } = await tenant.rest('GET', '/config');

  await other.rest('PATCH', '/config', { body: { webhookEndpoint: config.webhookEndpoint } });
  await world.settle();
  await expect.poll(() => linesIn(listener.out()).length).toBe(2);
  await listener.interrupt();

  expect(cellsIn(listener.out())[1]).toEqual(['TEST', '-', '-', 'OF ANOTHER PLATFORM']);
});

test('it refuses what the platform has not signed', async () => {
  const { tenant, listener } = await listening();
  const { body: config } = await tenant.rest('GET', '/config');

  const { status } = await fetch(config.webhookEndpoint, { method: 'POST', body: JSON.stringify({ type: 'FAKE' }) });
  await listener.interrupt();

  expect(status).toBe(401);
  expect(listener.out()).toContain('NOT VERIFIED');
});

test('it forwards verified events with their signature, and returns the response', async () => {
  const target = await startReceiver();
  const { tenant, listener } = await listening('--forward-to', target.url, '--events', 'outgoing_*', '--json');
  target.answer({ status: 409 });

  const resource = await emit(tenant);
  await expect.poll(() => linesIn(listener.out()).length).toBe(1);
  await listener.interrupt();

  const [only] = linesIn(listener.out()).map((line) => JSON.parse(line));
  expect(only).toMatchObject({ verdict: 'verified', forwarded: 409, event: { type: 'OUTGOING_PAYMENT.PENDING' } });
  expect(target.received.map(({ body }) => body.data.id)).toEqual([resource]);
  expect(target.received[0]?.headers['x-service-signature']).toMatch(/^\{"v":"1"/);
  const { data } = (await tenant.rest('GET', `/events?resource=${resource}`)).body;
  expect(data).toMatchObject([{ status: 'DELIVERED' }]);
});

test('an address that cannot be reached makes the platform retry', async () => {
  const { tenant, listener } = await listening('--forward-to', 'http://127.0.0.1:9/', '--events', 'OUTGOING_*');

  const resource = await emit(tenant);
  await expect.poll(listener.err).toContain('cannot be reached');
  await world.settle();
  await listener.interrupt();

  const { data } = (await tenant.rest('GET', `/events?resource=${resource}`)).body;
  expect(data).toMatchObject([{ status: 'PENDING', attemptCount: 1 }]);
});

test('--since has missed events sent again, and --print body shows them', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });
  const resource = await emit(tenant);
  const { listener } = await listenFor(tenant, '--since', '1h', '--print', 'body');

  await expect.poll(listener.out).toContain('OUTGOING_PAYMENT.PENDING');
  await listener.interrupt();

  expect(listener.out()).toContain(`"id": "${resource}"`);
});

test('it does not replace the endpoint of a production platform', async () => {
  const production = await world.newPlatform({ environment: 'production', currencies: ['USD'] });
  const { environment } = { environment: world.environmentOf(production) };
  await world.run(['config', 'save', 'live', '--url', world.origin, '--client-id', production.clientId], { environment });

  const { code, err } = await world.run(['listen', '--profile', 'live'], { environment });

  expect([code, err]).toEqual([1, expect.stringContaining('works with sandboxes only')]);
});
