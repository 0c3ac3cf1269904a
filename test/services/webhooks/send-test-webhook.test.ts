// The test webhook: the answer shows any HTTP response, or the reason why there was none.
import { createServer } from 'node:https';
import { type AddressInfo, createServer as createSocketServer, type Server } from 'node:net';
import { expect, test } from 'vitest';
import { Permission } from '../../../gen/payments/rest/v1/rest_pb.ts';
import { auth } from '../../../services/auth/service.ts';
import { platform } from '../../../services/platform/service.ts';
import { isVerified, readPublicKeys } from '../../../services/webhooks/domain/signature.ts';
import { webhooksWithin } from '../../../services/webhooks/service.ts';
import { atEndOfFile } from '../../kit/file-end.ts';
import { patienceMs } from '../../kit/patience.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';
import { type Received, startReceiver } from '../../kit/receiver.ts';
import { selfSigned } from './self-signed.ts';

const worldWithin = (timeoutMs: number) =>
  startWorld({ doors: [platform, auth, webhooksWithin({ connectTimeoutMs: patienceMs, timeoutMs })] });
const world = await worldWithin(patienceMs);
const hasty = await worldWithin(300);

async function setEndpoint(tenant: Tenant, webhookEndpoint: string): Promise<void> {
  const { status } = await tenant.rest('PATCH', '/config', { body: { webhookEndpoint } });
  expect(status).toBe(200);
}

async function tenantAt(endpoint: string, { newPlatform } = world): Promise<Tenant> {
  const tenant = await newPlatform({ currencies: ['USD'] });
  await setEndpoint(tenant, endpoint);
  return tenant;
}

test.each(['/sandbox/webhooks/test', '/webhooks/test'])('POST %s sends one signed TEST and shows the answer', async (path) => {
  const receiver = await startReceiver();
  const tenant = await tenantAt(receiver.url);
  await world.settle();
  const greetings = receiver.tests.length;

  const answer = await tenant.rest('POST', path, { body: { url: 'http://elsewhere.test' } });

  const received = receiver.tests.at(-1) as Received;
  const key = await world.app.inject('/.well-known/webhook-public-key.pem?environment=sandbox');
  expect(answer).toMatchObject({ status: 200, body: { url: receiver.url, response_status: 200, response_body: '' } });
  expect([greetings, receiver.tests.length]).toEqual([1, 2]);
  expect(isVerified(received.bytes, String(received.headers['x-service-signature']), readPublicKeys(key.body))).toBe(true);
});

test.each([201, 302, 404, 409, 500])(
  'the answer %i is shown unchanged, truncated at 4 KiB between characters',
  async (status) => {
    const receiver = await startReceiver();
    receiver.answer(() => ({ status, headers: { location: 'http://elsewhere.test' }, body: `x${'é'.repeat(5_000)}` }));
    const tenant = await tenantAt(receiver.url);

    const { status: own, body } = await tenant.rest('POST', '/sandbox/webhooks/test');

    expect(own).toBe(200);
    expect(body).toEqual({ url: receiver.url, response_status: status, response_body: `x${'é'.repeat(2_047)}` });
  },
);

test('without an endpoint there is nothing to test', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'] });

  const { body } = await tenant.rest('POST', '/sandbox/webhooks/test');

  expect(body).toMatchObject({ status: 400, code: 'WEBHOOK_ENDPOINT_NOT_SET' });
});

test.each([
  ['TIMEOUT', async () => `http://127.0.0.1:${await portOf(createSocketServer())}/`],
  ['DNS', async () => 'http://nobody.invalid/'],
  ['TLS', async () => `https://localhost:${await portOf(createServer(selfSigned))}/`],
  ['TLS', async () => (await startReceiver()).url.replace('http:', 'https:')],
  ['CONNECTION', async () => `http://127.0.0.1:${await closedPort()}/`],
  ['CONNECTION', async () => `http://127.0.0.1:${await portOf(createSocketServer((socket) => void socket.destroy()))}/`],
])('no HTTP answer because of %s is reported as that', async (reason, start) => {
  const url = await start();
  const tenant = await tenantAt(url, reason === 'TIMEOUT' ? hasty : world);

  const { body } = await tenant.rest('POST', '/sandbox/webhooks/test');

  expect(body).toEqual({
    status: 400,
    code: 'WEBHOOK_DELIVERY_ERROR',
    message: 'The webhook endpoint did not return an HTTP response.',
    details: { url, reason },
  });
});

test('the call needs MANAGE', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'], permissions: [Permission.VIEW, Permission.TRANSACT] });

  const { body } = await tenant.rest('POST', '/sandbox/webhooks/test');

  expect(body).toMatchObject({ status: 403, code: 'FORBIDDEN' });
});

test('a production platform cannot call it', async () => {
  const tenant = await world.newPlatform({ currencies: ['USD'], environment: 'production' });

  const { body } = await tenant.rest('POST', '/sandbox/webhooks/test');

  expect(body).toMatchObject({ status: 403, code: 'FORBIDDEN' });
});

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, resolve));
  atEndOfFile(() => void server.close());
  server.unref();
  return (server.address() as AddressInfo).port;
}

async function closedPort(): Promise<number> {
  const server = createSocketServer();
  await new Promise<void>((resolve) => server.listen(0, resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
