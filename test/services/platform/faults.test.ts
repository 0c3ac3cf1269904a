// Faults that a sandbox platform sets for its own calls: each kind, at each door.
import { randomBytes } from 'node:crypto';
import { Code, ConnectError, createClient, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, expect, test } from 'vitest';
import { CustomerService } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { FaultService } from '../../../gen/payments/platform/v1/fault_pb.ts';
import { FaultType } from '../../../gen/payments/platform/v1/fault_type_pb.ts';
import { openAuthenticator } from '../../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../../services/kit/calls/caller-token.ts';
import { startRpcServer } from '../../../services/kit/rpc/server.ts';
import { log } from '../../kit/log.ts';
import { startWorld, type Tenant } from '../../kit/platform.ts';

const world = await startWorld();
const { running, wall } = world;
const onRest = await world.app.listen({ host: '127.0.0.1', port: 0 });
const tokens = callerTokens({ keys: [randomBytes(32)], audiences: [], wall });
const authenticator = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode: 'sandbox' });
const watched = { ...running, dispatch: authenticator.watch(running.dispatch) };
const { any: authenticate } = authenticator;
const server = await startRpcServer({ running: watched, authenticate, isReady: () => true, host: '127.0.0.1', port: 0, log });
afterAll(() => server.close());

const ada = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' };

async function setFault({ rest }: Tenant, fault: object): Promise<string> {
  wall.advance(1); // orders the faults
  const { status, body } = await rest('POST', '/sandbox/faults', { body: fault });
  expect(status, JSON.stringify(body)).toBe(201);
  return body.id;
}

const createCustomer = ({ token }: Tenant, headers = {}) =>
  fetch(`${onRest}/2025-10-13/customers`, {
    method: 'POST',
    headers: { authorization: token, 'content-type': 'application/json', ...headers },
    body: JSON.stringify(ada),
  });
const codeOf = async (answer: Promise<Response>) => {
  const { status, body } = await answer.then(async (one) => ({ status: one.status, body: await one.json() }));
  return [status, body.code ?? 'OK'];
};
const customersOf = async ({ rest }: Tenant) => (await rest('GET', '/customers')).body.totalCount;
const faultsOf = async ({ rest }: Tenant) => (await rest('GET', '/sandbox/faults')).body.data;

test('a fault shows its defaults, and can be removed', async () => {
  const tenant = await world.newPlatform();

  const { status, body } = await tenant.rest('POST', '/sandbox/faults', { body: { type: 'DELAY', operation: 'createCustomer' } });
  const shown = await faultsOf(tenant);
  const removed = await tenant.rest('DELETE', `/sandbox/faults/${body.id}`);
  const again = await tenant.rest('DELETE', `/sandbox/faults/${body.id}`);

  const expected = { type: 'DELAY', operation: 'createCustomer', remaining: 1, seed: 0, delayMs: 1_000, seenCount: 0 };
  expect([status, body]).toEqual([201, { id: body.id, ...expected, createdAt: expect.any(String) }]);
  expect(shown).toEqual([body]);
  expect([removed.status, again.status, again.body.code]).toEqual([204, 404, 'REFERENCE_NOT_FOUND']);
  expect(await faultsOf(tenant)).toEqual([]);
});

test.each([
  ['RATE_LIMITED', [429, 'RATE_LIMITED'], 0],
  ['ERROR_BEFORE', [500, 'INTERNAL_ERROR'], 0],
  ['ERROR_AFTER', [500, 'INTERNAL_ERROR'], 1],
])('%s fails the next call with its effect or without it, then ends', async (type, refusal, effects) => {
  const tenant = await world.newPlatform();
  await setFault(tenant, { type, operation: 'createCustomer' });

  expect(await codeOf(createCustomer(tenant))).toEqual(refusal);
  expect(await customersOf(tenant)).toBe(effects);
  expect(await codeOf(createCustomer(tenant))).toEqual([201, 'OK']);
  expect(await faultsOf(tenant)).toEqual([]);
});

test.each([
  ['CUT_BEFORE', 0],
  ['CUT_AFTER', 1],
])('%s closes the connection without a response', async (type, effects) => {
  const tenant = await world.newPlatform();
  await setFault(tenant, { type, operation: 'createCustomer' });

  await expect(createCustomer(tenant)).rejects.toThrow('fetch failed');
  expect(await customersOf(tenant)).toBe(effects);
  expect(await codeOf(createCustomer(tenant))).toEqual([201, 'OK']);
});

test('DELAY holds a call back', async () => {
  const tenant = await world.newPlatform();
  await setFault(tenant, { type: 'DELAY', operation: 'createCustomer', delayMs: 50 });
  const start = performance.now();

  expect(await codeOf(createCustomer(tenant))).toEqual([201, 'OK']);
  expect(performance.now() - start).toBeGreaterThanOrEqual(49);
});

test('a retry under the same key after an effect without a response gets the first response', async () => {
  const tenant = await world.newPlatform();
  await setFault(tenant, { type: 'ERROR_AFTER', operation: 'createCustomer' });
  await setFault(tenant, { type: 'CUT_AFTER', operation: 'createCustomer' });
  const attempt = () => createCustomer(tenant, { 'idempotency-key': 'one' });

  expect(await codeOf(attempt())).toEqual([500, 'INTERNAL_ERROR']);
  await expect(attempt()).rejects.toThrow('fetch failed');
  expect(await codeOf(attempt())).toEqual([201, 'OK']);
  expect(await customersOf(tenant)).toBe(1);
});

const transports: readonly [door: string, transport: Transport][] = [
  ['Connect', createConnectTransport({ baseUrl: onRest, httpVersion: '1.1' })],
  ['gRPC', createGrpcTransport({ baseUrl: server.address })],
];

test.each(transports)('faults are also caused at the door of %s', async (_door, transport) => {
  const tenant = await world.newPlatform();
  const headers = { authorization: tenant.token };
  const faults = createClient(FaultService, transport);
  const customers = createClient(CustomerService, transport);
  const fails = (type: FaultType) => {
    wall.advance(1);
    return faults.createFault({ type, operation: 'createCustomer' }, { headers });
  };
  const attempt = async () => {
    const kind = { case: 'individual', value: { fullName: 'Ada Lovelace' } } as const;
    const error = await customers.createCustomer({ kind }, { headers }).then(() => undefined, ConnectError.from);
    return error && Code[error.code];
  };

  await fails(FaultType.RATE_LIMITED);
  await fails(FaultType.CUT_AFTER);
  await fails(FaultType.ERROR_BEFORE);

  expect([await attempt(), await attempt(), await attempt(), await attempt()]).toEqual([
    'ResourceExhausted',
    'Unavailable',
    'Internal',
    undefined,
  ]);
  expect(await customersOf(tenant)).toBe(2);
});

test('the same seed selects the same calls', async () => {
  const outcomes = await Promise.all(
    [7, 7, 8].map(async (seed) => {
      const tenant = await world.newPlatform();
      await setFault(tenant, { type: 'ERROR_BEFORE', operation: 'getConfig', probability: 0.5, seed });
      const statuses: number[] = [];
      for (let call = 0; call < 20; call++) statuses.push((await tenant.rest('GET', '/config')).status);
      return statuses;
    }),
  );

  expect(outcomes[1]).toEqual(outcomes[0]);
  expect(outcomes[2]).not.toEqual(outcomes[0]);
  expect(new Set(outcomes[0])).toEqual(new Set([200, 500]));
});

test('a count limits how often a fault occurs, also with concurrent calls', async () => {
  const tenant = await world.newPlatform();
  await setFault(tenant, { type: 'ERROR_BEFORE', operation: '*', count: 3 });

  const answers = await Promise.all(Array.from({ length: 8 }, () => tenant.rest('GET', '/config')));

  expect(answers.filter(({ status }) => status === 500)).toHaveLength(3);
});

test('faults affect neither other operations nor other platforms', async () => {
  const [tenant, other] = await Promise.all([world.newPlatform(), world.newPlatform()]);
  await setFault(tenant, { type: 'ERROR_BEFORE', operation: 'createCustomer', probability: 1 });

  expect((await tenant.rest('GET', '/config')).status).toBe(200);
  expect(await codeOf(createCustomer(other))).toEqual([201, 'OK']);
  expect(await codeOf(createCustomer(tenant))).toEqual([500, 'INTERNAL_ERROR']);
  expect(await faultsOf(tenant)).toMatchObject([{ seenCount: 1, probability: 1 }]);
});
