// What operators see of each call: a log line, and a count in the metrics, whichever door it came through. Neither contains a secret.
import { randomBytes } from 'node:crypto';
import { createClient, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, expect, test } from 'vitest';
import { CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import { Permission } from '../../gen/payments/rest/v1/rest_pb.ts';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { callNotes } from '../../services/kit/process/note-calls.ts';
import { openTelemetry } from '../../services/kit/process/telemetry.ts';
import { startRpcServer } from '../../services/kit/rpc/server.ts';
import { type LoggedLine, log, loggedLines } from '../kit/log.ts';
import { startWorld } from '../kit/platform.ts';

const world = await startWorld();
const { running, wall } = world;
const onRest = await world.app.listen({ host: '127.0.0.1', port: 0 });
const tokens = callerTokens({ keys: [randomBytes(32)], audiences: [], wall });
const { any: authenticate } = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode: 'sandbox' });
const telemetry = openTelemetry();
const noteCall = callNotes({ log, meter: telemetry.meter });
const server = await startRpcServer({ running, authenticate, isReady: () => true, host: '127.0.0.1', port: 0, noteCall, log });
afterAll(() => Promise.all([server.close(), telemetry.close()]));

const method = 'payments.customers.v1.CustomerService/GetCustomer';
const stranger = await world.newPlatform({ permissions: [Permission.MANAGE] });
const { body: customer } = await world.rest('POST', '/customers', {
  body: {
    customerType: 'INDIVIDUAL',
    fullName: 'Ada Lovelace',
    region: 'US',
  },
});
const nobody = `Customer:${'0'.repeat(8)}-0000-4000-8000-${'0'.repeat(12)}`;

type Read = (customerId: string, authorization: string) => Promise<unknown>;
const readBy = (transport: Transport): Read => {
  const customers = createClient(CustomerService, transport);
  return (customerId, authorization) =>
    customers.getCustomer({ customerId }, { headers: { authorization } }).catch(() => undefined);
};
const doors: readonly [door: string, read: Read][] = [
  ['rest', (customerId, authorization) => fetch(`${onRest}/2025-10-13/customers/${customerId}`, { headers: { authorization } })],
  ['connect', readBy(createConnectTransport({ baseUrl: onRest, httpVersion: '1.1' }))],
  ['grpc', readBy(createGrpcTransport({ baseUrl: server.address }))],
];
const found = { rest: 200, connect: 200, grpc: 'OK' };
const missing = { rest: 404, connect: 404, grpc: 'NOT_FOUND' };
const refused = { rest: 401, connect: 401, grpc: 'UNAUTHENTICATED' };
const forbidden = { rest: 403, connect: 403, grpc: 'PERMISSION_DENIED' };
const calls: readonly [code: string, customerId: string, authorization: string, status: typeof found][] = [
  ['OK', customer.id, world.token, found],
  ['USER_NOT_FOUND', nobody, world.token, missing],
  ['UNAUTHORIZED', customer.id, 'Basic c2VjcmV0OnNlY3JldA==', refused],
  ['FORBIDDEN', customer.id, stranger.token, forbidden],
];

const metricsOf = async (door: string) =>
  door === 'grpc' ? telemetry.prometheus() : (await world.app.inject('/metrics')).payload;

test.each(doors.flatMap(([door, read]) => calls.map((call) => [door, ...call, read] as const)))(
  '%s, %s: one line, one count, no secret',
  async (door, code, customerId, authorization, status, read) => {
    const lines = loggedLines();

    await read(customerId, authorization);

    await expect.poll(() => lines).toHaveLength(1);
    const [{ message, fields }] = lines as [LoggedLine];
    const metrics = await metricsOf(door);
    const counts = metrics
      .split('\n')
      .filter((line) => line.startsWith(`payments_calls_total{door="${door}",method="${method}"`));
    expect({ message, ...fields }).toMatchObject({
      message: 'A call was answered.',
      door,
      method,
      code,
      status: status[door as keyof typeof status],
      requestId: expect.stringMatching(/.{36}/),
      ms: expect.any(Number),
    });
    expect(counts.filter((line) => line.includes(`code="${code}"`))).toEqual([expect.stringMatching(/ 1$/)]);
    expect(metrics).toContain(`payments_call_duration_seconds_count{door="${door}",method="${method}"`);
    const [, secret = ''] = authorization.split(' ');
    for (const text of [JSON.stringify(lines), metrics])
      for (const hidden of [customerId, secret]) expect(text).not.toContain(hidden);
  },
);

test('a line names the platform and the token of its caller, but no caller that was refused', async () => {
  const lines = loggedLines();
  const [[, read]] = doors as [(typeof doors)[0]];

  await read(nobody, world.token);
  await read(nobody, 'Basic c2VjcmV0OnNlY3JldA==');

  await expect.poll(() => lines).toHaveLength(2);
  expect(lines.map(({ fields }) => [fields.platformId, typeof fields.tokenId])).toEqual([
    [world.id, 'string'],
    [undefined, 'undefined'],
  ]);
});

test('paths are noted by their template, and monitoring is not', async () => {
  const lines = loggedLines();

  for (const path of ['/i/secret-code', '/livez', '/metrics', '/secret']) await world.app.inject(path);

  expect(lines.map(({ fields }) => [fields.method, fields.status])).toEqual([
    ['/i/:code', 404],
    ['unknown', 404],
  ]);
});

test.each([
  ['POST', '/payments.customers.v1.CustomerService/Secret', 404],
  ['POST', '/payments.customers.v1.CustomerService/', 404],
  ['GET', '/payments.customers.v1.CustomerService/GetCustomer', 405],
  ['PUT', '/2025-10-13/agents/me', 405],
] as const)('a call without an operation is noted as unknown: %s %s', async (method, url, status) => {
  const lines = loggedLines();

  await world.app.inject({ method, url });

  expect(lines.map(({ fields }) => [fields.door, fields.method, fields.status])).toEqual([['rest', 'unknown', status]]);
});
