// Metadata of gRPC calls: idempotency keys, request ids and traces in the same formats as over REST, under the same rate limits.
import { randomBytes } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { WireType } from '@bufbuild/protobuf/wire';
import { Code, type ConnectError, createClient } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, expect, test } from 'vitest';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { CreateCustomerRequestSchema, CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import { PlatformDirectoryService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { services } from '../../services/all.ts';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { clientOf } from '../../services/kit/calls/clients.ts';
import { rateLimit } from '../../services/kit/calls/rate-limit.ts';
import type { Call } from '../../services/kit/core/call.ts';
import { silent } from '../../services/kit/core/log.ts';
import { refusalFrom } from '../../services/kit/messages/fail.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { startRpcServer } from '../../services/kit/rpc/server.ts';
import { startWorld, type Tenant } from '../kit/platform.ts';

const world = await startWorld();
const { running, wall } = world;
const tokens = callerTokens({ keys: [randomBytes(32)], audiences: services.map(({ name }) => name), wall });
const authenticator = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode: 'sandbox' });
const calls: Call[] = [];
const server = await startRpcServer({
  running: { ...running, dispatch: (method, request, call) => running.dispatch(method, request, (calls.push(call), call)) },
  host: '127.0.0.1',
  port: 0,
  authenticate: authenticator.any,
  isReady: () => true,
  limit: rateLimit(2, wall),
  log: silent,
});
const remote = openRemote({ addressOf: () => server.address, tokens });
afterAll(async () => {
  await remote.close();
  await server.close();
});

const customers = createClient(CustomerService, createGrpcTransport({ baseUrl: server.address }));
const ada = { kind: { case: 'individual', value: { fullName: 'Ada Lovelace' } } } as const;
const refused = (call: Promise<unknown>) => call.then(Promise.reject, (error: unknown) => error as ConnectError);
const by = ({ token }: Tenant, headers = {}) => ({ headers: { authorization: token, ...headers } });

test.each([
  ['an empty one', ''],
  ['one of 3,000 characters', randomBytes(1_500).toString('hex')],
])('an idempotency key must have 1 to 255 printable characters: %s is reported with the other problems', async (_, key) => {
  const tenant = await world.newPlatform();

  const error = await refused(customers.createCustomer({ region: 'de' }, by(tenant, { 'idempotency-key': key })));

  expect([error.code, refusalFrom(error)?.code]).toEqual([Code.InvalidArgument, ErrorCode.INVALID_INPUT]);
  expect(refusalFrom(error)?.details?.errors).toEqual([
    { field: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' },
    expect.objectContaining({ field: 'region' }),
    { field: 'customerType', message: 'is required' },
  ]);
});

test('an idempotency key beyond ASCII is reported, too, if the protocol transports one', async () => {
  const tenant = await world.newPlatform();
  const baseUrl = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const overConnect = createClient(CustomerService, createConnectTransport({ baseUrl, httpVersion: '1.1' }));

  const error = await refused(overConnect.createCustomer(ada, by(tenant, { 'idempotency-key': 'clé' })));

  expect(refusalFrom(error)?.details?.errors).toEqual([
    { field: 'Idempotency-Key', message: 'must be 1 to 255 printable ASCII characters' },
  ]);
});

test('a key of 255 characters returns the first answer to the second call', async () => {
  const options = by(await world.newPlatform(), { 'idempotency-key': '~'.repeat(255) });

  const made = await customers.createCustomer(ada, options);

  expect(await customers.createCustomer(ada, options)).toEqual(made);
});

test('a message with another unknown field is another request, and a digest of its body is not accepted', async () => {
  const options = (digest: string) => by(tenant, { 'idempotency-key': 'unknown', 'x-body-digest': digest });
  const tenant = await world.newPlatform();
  const withUnknown = (value: number) =>
    Object.assign(create(CreateCustomerRequestSchema, ada), {
      $unknown: [{ no: 20_000, wireType: WireType.Varint, data: new Uint8Array([value]) }],
    });
  const made = await customers.createCustomer(withUnknown(1), options('a'));

  const again = await customers.createCustomer(withUnknown(1), options('b'));
  const error = await refused(customers.createCustomer(withUnknown(2), options('a')));

  expect(again).toEqual(made);
  expect(refusalFrom(error)?.details).toEqual({ reason: 'IDEMPOTENCY_KEY_REUSED' });
});

test.each([
  [
    'of the right shape go on',
    'order-1',
    `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01`,
    { requestId: 'order-1', traceparent: `00-${'a'.repeat(32)}-${'b'.repeat(16)}-01` },
  ],
  [
    'of another one are replaced and dropped',
    'x'.repeat(129),
    'a trace',
    { requestId: expect.stringMatching(/^[0-9a-f-]{36}$/), traceparent: undefined },
  ],
])('the id and the trace of a request %s', async (_, id, traceparent, taken) => {
  const tenant = await world.newPlatform();
  calls.length = 0;

  await customers.listCustomers({}, by(tenant, { 'x-request-id': id, traceparent }));

  expect(calls.map((call) => ({ requestId: call.requestId, traceparent: call.traceparent }))).toEqual([taken]);
});

test('a token beyond its rate is refused until its time has come, before validation; others are not', async () => {
  const [tenant, other] = [await world.newPlatform(), await world.newPlatform()];
  for (let call = 0; call < 4; call++) await customers.listCustomers({}, by(tenant));

  const error = await refused(customers.createCustomer({}, by(tenant)));
  await customers.listCustomers({}, by(other));
  wall.advance(1_000);
  await customers.listCustomers({}, by(tenant));

  expect([error.code, error.metadata.get('retry-after')]).toEqual([Code.ResourceExhausted, '1']);
  expect(refusalFrom(error)).toMatchObject({ code: ErrorCode.RATE_LIMITED, retryAfterSeconds: 1 });
});

test('refused calls do not count, nor do those that another process of the installation has admitted', async () => {
  const tenant = await world.newPlatform();
  const directory = createClient(PlatformDirectoryService, createGrpcTransport({ baseUrl: server.address }));
  const caller = await authenticator.basic({ authorization: tenant.token, requestId: 'test', address: '' });
  const fromGateway = clientOf(CustomerService, remote.dispatch);
  const call = { caller, requestId: 'test', signal: new AbortController().signal, admitted: false };

  for (let count = 0; count < 5; count++) {
    expect(refusalFrom(await refused(directory.getPlatform({}, by(tenant))))?.code).toBe(ErrorCode.FORBIDDEN);
    await fromGateway(call).listCustomers({});
  }

  expect((await customers.listCustomers({}, by(tenant))).totalCount).toBe(0n);
});
