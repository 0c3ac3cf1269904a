// Guessing credentials locks the guessing address, over every protocol, and no other one.
import { randomBytes } from 'node:crypto';
import { Code, ConnectError, createClient, type Interceptor, type Transport } from '@connectrpc/connect';
import { createConnectTransport, createGrpcTransport } from '@connectrpc/connect-node';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { versionPrefix } from '../../../gateway/version.ts';
import { CustomerService } from '../../../gen/payments/customers/v1/customer_pb.ts';
import { services } from '../../../services/all.ts';
import { openAuthenticator } from '../../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../../services/kit/calls/caller-token.ts';
import { networkOf } from '../../../services/kit/calls/failing-addresses.ts';
import { silent } from '../../../services/kit/core/log.ts';
import { startRpcServer } from '../../../services/kit/rpc/server.ts';
import { startWorld } from '../../kit/platform.ts';

const failuresPerMinute = 3;
const world = await startWorld({ failuresPerMinute });
const { wall, running } = world;
const baseUrl = await world.app.listen({ host: '127.0.0.1', port: 0 });
const tokens = callerTokens({ keys: [randomBytes(32)], audiences: services.map(({ name }) => name), wall });
const authenticator = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode: 'sandbox', failuresPerMinute });
const server = await startRpcServer({
  running,
  host: '127.0.0.1',
  port: 0,
  authenticate: authenticator.any,
  isReady: () => true,
  log: silent,
});
afterAll(() => server.close());
beforeEach(() => wall.advance(60_000));

const wrong = () => `Basic ${Buffer.from(`${randomBytes(8).toString('hex')}:guess`).toString('base64')}`;

async function get(remoteAddress: string, authorization: string) {
  const url = `${versionPrefix}/customers`;
  const { statusCode, headers } = await world.app.inject({ method: 'GET', url, headers: { authorization }, remoteAddress });
  return [statusCode, headers['retry-after']];
}

async function failAtRest(address: string): Promise<void> {
  for (let count = 0; count < failuresPerMinute; count++) expect(await get(address, wrong())).toEqual([401, undefined]);
}

test('after some failures in a minute an address is locked, whatever client ids it invents', async () => {
  await failAtRest('198.51.100.1');
  wall.advance(10_000);

  const held = await get('198.51.100.1', wrong());
  const elsewhere = await get('198.51.100.2', wrong());
  wall.advance(50_000);
  const later = await get('198.51.100.1', wrong());

  expect(held).toEqual([429, '50']);
  expect([elsewhere[0], later[0]]).toEqual([401, 401]);
});

test('credentials that were valid before work from a locked address; others are not checked', async () => {
  const stranger = await world.newPlatform();
  expect((await get('198.51.100.9', world.token))[0]).toBe(200);
  await failAtRest('198.51.100.3');
  wall.advance(2_000); // no client is locked that long

  const known = await get('198.51.100.3', world.token);
  const unknown = await get('198.51.100.3', stranger.token);

  expect([known[0], unknown[0]]).toEqual([200, 429]);
});

const guessing: Interceptor = (next) => (request) => {
  request.header.set('authorization', wrong());
  return next(request);
};
const transports: [string, Transport][] = [
  ['gRPC', createGrpcTransport({ baseUrl: server.address, interceptors: [guessing] })],
  ['Connect', createConnectTransport({ baseUrl, httpVersion: '1.1', interceptors: [guessing] })],
];

test.each(transports)('%s locks its peers as REST does', async (_, transport) => {
  const client = createClient(CustomerService, transport);
  const guess = async () => ConnectError.from(await client.listCustomers({}).catch((error: unknown) => error));

  const codes: Code[] = [];
  for (let count = 0; count < failuresPerMinute; count++) codes.push((await guess()).code);
  const held = await guess();

  expect(codes).toEqual(codes.map(() => Code.Unauthenticated));
  expect(held.code).toBe(Code.ResourceExhausted);
  expect(held.metadata.get('retry-after')).toBe('60');
});

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['203.0.113.7:50051', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['[::ffff:203.0.113.7]:50051', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['[2001:db8:1:2:aaaa::1]:443', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s counts as %s', (address, network) => {
  expect(networkOf(address)).toBe(network);
});
