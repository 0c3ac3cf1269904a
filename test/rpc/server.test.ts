// The RPC ports: gRPC on its own port, gRPC-Web and Connect on the port of REST, with the same credentials and refusals as REST.
import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { Code, ConnectError, createClient, type Interceptor, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport, createGrpcWebTransport } from '@connectrpc/connect-node';
import { credentials, loadPackageDefinition, Metadata, type ServiceError } from '@grpc/grpc-js';
import { loadFileDescriptorSetFromBuffer } from '@grpc/proto-loader';
import { GrpcReflection } from 'grpc-js-reflection-client';
import { afterAll, expect, test } from 'vitest';
import { Health, HealthCheckResponse_ServingStatus as Status } from '../../gen/grpc/health/v1/health_pb.ts';
import { ErrorDetailSchema } from '../../gen/payments/common/v1/error_detail_pb.ts';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { CustomerService } from '../../gen/payments/customers/v1/customer_pb.ts';
import { ClockService } from '../../gen/payments/platform/v1/clock_pb.ts';
import { PlatformDirectoryService, PlatformService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { services } from '../../services/all.ts';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { silent } from '../../services/kit/core/log.ts';
import { refusalFrom } from '../../services/kit/messages/fail.ts';
import { startMetricsServer } from '../../services/kit/process/metrics-server.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { startRpcServer } from '../../services/kit/rpc/server.ts';
import { freePorts } from '../kit/launch.ts';
import { patienceMs } from '../kit/patience.ts';
import { startWorld } from '../kit/platform.ts';

const world = await startWorld();
const audiences = services.map(({ name }) => name);
const tokens = callerTokens({ keys: [randomBytes(32)], audiences, wall: world.wall });
const authenticator = openAuthenticator({ dispatch: world.running.dispatch, tokens, wall: world.wall, mode: 'sandbox' });
const server = await startRpcServer({
  running: world.running,
  host: '127.0.0.1',
  port: 0,
  authenticate: authenticator.any,
  isReady: () => true,
  log: silent,
});
afterAll(() => server.close());

const signedIn: Interceptor = (next) => (request) => {
  request.header.set('authorization', world.token);
  return next(request);
};
const options = { baseUrl: server.address, interceptors: [signedIn] };
const onRest = { ...options, baseUrl: await world.app.listen({ host: '127.0.0.1', port: 0 }), httpVersion: '1.1' } as const;
const transports: [string, Transport][] = [
  ['gRPC', createGrpcTransport(options)],
  ['gRPC-Web', createGrpcWebTransport(onRest)],
  ['gRPC-Web with JSON', createGrpcWebTransport({ ...onRest, useBinaryFormat: false })],
  ['Connect', createConnectTransport(onRest)],
  ['Connect with JSON', createConnectTransport({ ...onRest, useBinaryFormat: false })],
];

test('a service that runs alone serves its metrics on their own port', async () => {
  await world.running.audit();
  const [port] = await freePorts(1);
  let problem: string | undefined;
  const state = {
    problem: () => problem,
    metrics: async () => (await world.app.inject({ method: 'GET', url: '/metrics' })).payload,
  };
  const metrics = await startMetricsServer({ host: '127.0.0.1', port: port ?? 0, ...state });
  const ask = async (path: string) => fetch(`http://127.0.0.1:${port}${path}`);

  const answers = await Promise.all(['/metrics', '/livez', '/readyz', '/elsewhere'].map(ask));
  problem = 'This process is stopping.';
  const stopping = await ask('/readyz');

  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 404]);
  expect(stopping.status).toBe(503);
  expect(await answers[0]?.text()).toContain('payments_audit_findings{service="accounts"} 0\n');
  await metrics.close();
});

test.each(transports)('%s creates a customer and reads it back', async (_, transport) => {
  const customers = createClient(CustomerService, transport);

  const made = await customers.createCustomer({ kind: { case: 'individual', value: { fullName: 'Ada Lovelace' } } });
  const read = await customers.getCustomer({ customerId: made.id ?? '' });

  expect(read).toEqual(made);
});

test.each(transports)('%s returns the code and the details of a refusal', async (_, transport) => {
  const customers = createClient(CustomerService, transport);

  const error = await customers.createCustomer({ region: 'de' }).catch((thrown: unknown) => thrown);

  expect((error as ConnectError).code).toBe(Code.InvalidArgument);
  expect(refusalFrom(error)?.code).toBe(ErrorCode.INVALID_INPUT);
  expect(refusalFrom(error)?.details).toEqual({
    errors: [
      { field: 'region', constraint: { format: 'iso3166-1-alpha-2', pattern: '^[A-Z]{2}$' }, message: expect.any(String) },
      { field: 'customerType', message: 'is required' },
    ],
  });
});

test.each(transports)('%s refuses what a check across several fields finds', async (_, transport) => {
  const clocks = createClient(ClockService, transport);
  const to = timestampFromDate(world.wall.now());

  const refusal = await clocks.advanceClock({ seconds: 1n, to }).then(() => undefined, refusalFrom);

  expect(refusal?.details?.errors).toContainEqual({ field: 'to', message: 'must not be combined with seconds' });
});

test('a call without credentials is unauthenticated, with the reason in the typed details', async () => {
  const platform = createClient(PlatformService, createGrpcTransport({ baseUrl: server.address }));

  const error = await platform.getConfig({}).catch((thrown: unknown) => thrown);

  expect((error as ConnectError).code).toBe(Code.Unauthenticated);
  expect((error as ConnectError).findDetails(ErrorDetailSchema)[0]?.code).toBe(ErrorCode.UNAUTHORIZED);
});

test('an internal method is closed to platforms, and open to another process of the installation', async () => {
  const outside = createClient(PlatformDirectoryService, createGrpcTransport(options));
  const remote = openRemote({ addressOf: () => server.address, tokens });
  const caller = {
    ...(await authenticator.basic({ authorization: world.token, requestId: 'test', address: '' })),
    service: 'customers',
  };

  const error = await outside.getPlatform({}).catch((thrown: unknown) => thrown);
  const { message } = await remote.dispatch(
    PlatformDirectoryService.method.getPlatform,
    { $typeName: 'payments.platform.v1.GetPlatformRequest' } as never,
    { caller, requestId: 'test', signal: AbortSignal.timeout(patienceMs), admitted: false },
  );

  expect(refusalFrom(error)?.code).toBe(ErrorCode.FORBIDDEN);
  expect(message).toMatchObject({ id: world.id, environment: 'sandbox' });
  await remote.close();
});

test('a forged or stale caller token is refused', async () => {
  const caller = await authenticator.basic({ authorization: world.token, requestId: 'test', address: '' });
  const forged = await callerTokens({ keys: [randomBytes(32)], audiences, wall: world.wall }).mint(caller, 'platform');
  const stale = await tokens.mint(caller, 'platform');
  world.wall.advance(66_000);

  await expect(authenticator.any({ authorization: `Bearer ${forged}`, requestId: 'test', address: '' })).rejects.toMatchObject({
    code: ErrorCode.UNAUTHORIZED,
  });
  await expect(authenticator.any({ authorization: `Bearer ${stale}`, requestId: 'test', address: '' })).rejects.toMatchObject({
    code: ErrorCode.UNAUTHORIZED,
  });
});

/** A client of both versions of reflection with these credentials. */
function reflectionAs(authorization: string | undefined, version: 'v1' | 'v1alpha' = 'v1') {
  const metadata = new Metadata();
  if (authorization !== undefined) metadata.set('authorization', authorization);
  const client = new GrpcReflection(new URL(server.address).host, credentials.createInsecure(), {}, version);
  return {
    list: () => client.listServices('*', metadata),
    describe: (symbol: string) => client.getDescriptorBySymbol(symbol, metadata),
  };
}

test.each(['v1', 'v1alpha'] as const)('reflection %s shows a platform what it can call, and nothing else', async (version) => {
  const reflection = reflectionAs(world.token, version);

  const names = await reflection.list();
  const descriptor = await reflection.describe('payments.customers.v1.CustomerService');

  expect(names).toContain('payments.customers.v1.CustomerService');
  expect(names).not.toContain('payments.accounts.v1.LedgerService');
  expect(Object.keys(descriptor.getPackageObject() as object)).toContain('payments');
  await expect(reflection.describe('payments.accounts.v1.LedgerService')).rejects.toThrow(/not found/i);
});

test('reflection shows another process of the installation every service', async () => {
  const caller = {
    ...(await authenticator.basic({ authorization: world.token, requestId: 'test', address: '' })),
    service: 'customers',
  };

  const names = await reflectionAs(`Bearer ${await tokens.mint(caller, 'platform')}`).list();

  expect(names).toEqual(expect.arrayContaining(['payments.customers.v1.CustomerService', 'payments.accounts.v1.LedgerService']));
});

test('reflection shows nothing without credentials', async () => {
  await expect(reflectionAs(undefined).list()).rejects.toThrow(/16 UNAUTHENTICATED/);
});

test('health reports the process and each service, and NOT_FOUND for others', async () => {
  const health = createClient(Health, createGrpcTransport({ baseUrl: server.address }));

  expect((await health.check({})).status).toBe(Status.SERVING);
  expect((await health.check({ service: CustomerService.typeName })).status).toBe(Status.SERVING);
  await expect(health.check({ service: 'payments.nobody.v1.NobodyService' })).rejects.toMatchObject({ code: Code.NotFound });
});

test('a deadline that has passed ends the call', async () => {
  const customers = createClient(CustomerService, createGrpcTransport(options));

  const error = await customers.listCustomers({}, { timeoutMs: 1 }).catch((thrown: unknown) => thrown);

  expect((error as ConnectError).code).toBe(Code.DeadlineExceeded);
});

test('a client built with @grpc/grpc-js from the protos alone works', async () => {
  const descriptors = execFileSync('buf', ['build', 'proto', '--as-file-descriptor-set', '-o', '-'], { maxBuffer: 1 << 26 });
  const definition = loadFileDescriptorSetFromBuffer(descriptors, { oneofs: true });
  const { payments } = loadPackageDefinition(definition) as never as {
    payments: { customers: { v1: { CustomerService: GrpcClient } } };
  };
  const client = new payments.customers.v1.CustomerService(new URL(server.address).host, credentials.createInsecure());
  const metadata = new Metadata();
  metadata.set('authorization', world.token);

  const made = await new Promise<{ id: string }>((resolve, reject) => {
    client.createCustomer({ individual: { fullName: 'Grace Hopper' } }, metadata, (error, answer) =>
      error ? reject(error) : resolve(answer),
    );
  });
  const customerId = 'Customer:01900000-0000-7000-8000-00000000dead';
  const refusal = await new Promise<ServiceError | null>((resolve) => {
    client.getCustomer({ customer_id: customerId }, metadata, (error) => resolve(error));
  });

  expect(made.id).toMatch(/^Customer:/);
  expect(refusal?.details).toBe(`There is no customer ${customerId}.`);
});

type GrpcClient = new (
  host: string,
  channel: ReturnType<typeof credentials.createInsecure>,
) => {
  [name in 'createCustomer' | 'getCustomer']: (
    request: object,
    metadata: Metadata,
    done: (error: ServiceError | null, answer: { id: string }) => void,
  ) => void;
};

test('a rail reads a customer without a permission, and can call only methods marked for rails', async () => {
  const { body } = await world.rest('POST', '/customers', { body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace' } });
  const caller = { platformId: world.id, environment: 'sandbox', permissions: [], clockOffsetMs: 0, service: 'rails' } as const;
  const authorization = `Bearer ${await tokens.mint(caller, 'platform')}`;
  const transport = createGrpcTransport({ baseUrl: server.address });
  const client = createClient(CustomerService, transport);
  const asRail = { headers: { authorization } };

  const { kind } = await client.getCustomer({ customerId: body.id }, asRail);
  const others = await Promise.allSettled([
    client.listCustomers({}, asRail),
    createClient(PlatformDirectoryService, transport).getPlatform({}, asRail),
  ]);

  expect(kind).toMatchObject({ case: 'individual', value: { fullName: 'Ada Lovelace' } });
  expect(others.map((other) => other.status === 'rejected' && refusalFrom(other.reason)?.code)).toEqual([
    ErrorCode.FORBIDDEN,
    ErrorCode.FORBIDDEN,
  ]);
});
