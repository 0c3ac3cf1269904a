// Raw bytes over real connections.
import { once } from 'node:events';
import { type AddressInfo, connect, type Server, type Socket } from 'node:net';
import { promisify } from 'node:util';
import { create } from '@bufbuild/protobuf';
import { expect, test, vi } from 'vitest';
import { buildApp } from '../../gateway/app.ts';
import type { ReadingRate } from '../../gateway/transcoder/slow-clients.ts';
import { PlatformConfigSchema, PlatformService } from '../../gen/payments/platform/v1/platform_pb.ts';
import { Permission } from '../../gen/payments/rest/v1/rest_pb.ts';
import { silent } from '../../services/kit/core/log.ts';
import { startWorld } from '../kit/platform.ts';

const world = await startWorld();
await world.app.listen({ host: '127.0.0.1', port: 0 });
const { port } = world.app.server.address() as AddressInfo;

/** The status and the body of the answer to these bytes. */
async function answerTo(
  ...parts: readonly (string | Buffer)[]
): Promise<{ status: number; body: { code: string; message: string } }> {
  const socket = connect(port, '127.0.0.1');
  for (const part of parts) socket.write(part);
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (text.includes('\r\n\r\n') && text.endsWith('}')) break;
  }
  return { status: Number(text.split(' ', 2)[1]), body: JSON.parse(text.slice(text.lastIndexOf('\r\n\r\n'))) };
}

const headOf = (path: string, ...lines: readonly string[]) => `${[`POST ${path} HTTP/1.1`, ...lines].join('\r\n')}\r\n\r\n`;
const head = (...lines: readonly string[]) => headOf('/2025-10-13/customers', ...lines);
const authorization = `Authorization: ${world.token}`;
const json = 'Content-Type: application/json';

test.each([
  ['Host', ['Host: a', 'Host: b', authorization]],
  ['Authorization', ['Host: a', authorization, 'authorization: Basic eDp5']],
])('a request with two headers %s is refused, also over Connect', async (name, lines) => {
  for (const path of ['/2025-10-13/customers', '/payments.customers.v1.CustomerService/CreateCustomer']) {
    const { status, body } = await answerTo(headOf(path, ...lines, json, 'Content-Length: 0'));

    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(body.message).toMatch(new RegExp(name, 'i'));
  }
});

test.each([
  ['without a host', [authorization]],
  ['with an unknown expectation', ['Host: a', authorization, 'Expect: the-impossible']],
])('a request %s is refused like any other, also over Connect', async (_, lines) => {
  for (const path of ['/2025-10-13/customers', '/payments.customers.v1.CustomerService/CreateCustomer']) {
    const { status, body } = await answerTo(headOf(path, ...lines, json, 'Content-Length: 0'));

    expect([status, body.code]).toEqual([400, 'INVALID_INPUT']);
    expect(body.message).toMatch(/^The header (host|expect) must /);
  }
});

test('a client that waits for the permission to send its body gets it, and HTTP/1.0 names no host', async () => {
  const waiting = await answerTo(head('Host: a', authorization, json, 'Expect: 100-continue', 'Content-Length: 2'), '{}');
  const old = await answerTo('GET /2025-10-13/config HTTP/1.0\r\n\r\n');

  expect([waiting.body.code, old.body.code]).toEqual(['INVALID_INPUT', 'UNAUTHORIZED']);
});

test('a body that is not UTF-8 is refused, and none of it is stored', async () => {
  const bytes = Buffer.from('{"customerType":"INDIVIDUAL","fullName":"Ad\xe9le"}', 'latin1');

  const { status, body } = await answerTo(head('Host: a', authorization, json, `Content-Length: ${bytes.length}`), bytes);

  expect([status, body.code, body.message]).toEqual([400, 'INVALID_INPUT', 'The body is not valid UTF-8.']);
});

const large = Buffer.alloc(8 * 1024 * 1024, ' ');

test.each([
  ['that tells its length', [`Content-Length: ${large.length}`], [large]],
  ['in chunks', ['Transfer-Encoding: chunked'], [`${large.length.toString(16)}\r\n`, large, '\r\n0\r\n\r\n']],
] as const)('a client that sends too large a body %s reads why it is refused', async (_, lines, body) => {
  const answer = await answerTo(head('Host: a', authorization, json, ...lines), ...body);

  expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', message: 'The body is larger than 1 MiB.' } });
});

const readers = 200;

test(`${readers} clients that do not read the requested document share one copy, and are dropped`, async () => {
  const { app, address } = await documentServer({ reading: { bytesPerSecond: 1e9, graceMs: 500 } });
  const before = process.memoryUsage();

  const stalled = await Promise.all(Array.from({ length: readers }, () => stalledReader(address.port)));
  const { external, heapUsed } = process.memoryUsage();
  await expect.poll(() => connectionsOf(app.server)).toBe(0); // before they read on: a client that reads in time gets all
  await Promise.all(stalled.map((socket) => closed(socket)));

  expect((external + heapUsed - before.external - before.heapUsed) / 1e6).toBeLessThan(60); // without sharing: 1,600 MB
  await app.close();
});

test('a client that reads the document in time gets all of it', async () => {
  const { app, address } = await documentServer();

  const whole = await (await fetch(`http://127.0.0.1:${address.port}/openapi.json`)).text();

  expect(whole.length).toBe(documentBytes);
  await app.close();
});

test.each([
  ['says nothing', ''],
  ['begins a request and falls silent', 'GET /livez HTTP/1.1\r\nHost: a\r\n'],
])('a connection that %s is closed', async (_, bytes) => {
  const { app, address } = await documentServer({ silentMs: 40 });
  const socket = connect(address.port, '127.0.0.1');

  socket.resume().write(bytes);

  await expect(once(socket, 'close')).resolves.toEqual([false]);
  await app.close();
});

test('a client that does not read an answer of Connect is dropped, too', async () => {
  const printed = vi.spyOn(console, 'error').mockImplementation(() => undefined); // by the library, when a client is gone
  const { app, address } = await documentServer({ reading: { bytesPerSecond: 1e9, graceMs: 100 } });
  const connected = once(app.server, 'connection');
  const socket = connect(address.port, '127.0.0.1').on('error', () => undefined);
  const call = ['POST /payments.platform.v1.PlatformService/GetConfig HTTP/1.1', 'Host: a', 'Content-Type: application/proto'];

  socket.write(`${call.join('\r\n')}\r\nContent-Length: 0\r\n\r\n`);
  const [serverSide] = await connected;
  await once(serverSide, 'close');
  await closed(socket);

  expect(socket.bytesRead).toBeLessThan(documentBytes);
  await app.close();
  printed.mockRestore();
});

async function documentServer(limits: { reading?: ReadingRate; silentMs?: number } = {}) {
  const app = await buildApp({ ...documentOptions, ...limits });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, address: app.server.address() as AddressInfo };
}

const documentBytes = 8 * 1024 * 1024;
const viewer = { platformId: world.id, environment: 'sandbox', permissions: [Permission.VIEW], clockOffsetMs: 0 } as const;
const largeConfig = create(PlatformConfigSchema, { umaDomain: 'x'.repeat(documentBytes) });
const documentOptions = {
  services: [PlatformService],
  checks: [],
  dispatch: async () => ({ message: largeConfig, replayed: false }),
  authenticator: { watch: (dispatch: unknown) => dispatch, any: async () => viewer } as never,
  mode: 'sandbox',
  publicUrl: 'http://localhost:8080',
  problem: () => undefined,
  metrics: async () => '',
  openApi: async () => ({ info: 'x'.repeat(documentBytes - '{"info":""}'.length) }),
  log: silent,
} as const;

const connectionsOf = promisify((server: Server, done: (error: Error | null, count: number) => void) =>
  server.getConnections(done),
);

/** A client that reads the first bytes of the document and then stops. */
async function stalledReader(at: number): Promise<Socket> {
  const socket = connect(at, '127.0.0.1');
  socket.on('error', () => undefined); // being dropped
  socket.write('GET /openapi.json HTTP/1.1\r\nHost: a\r\n\r\n');
  await once(socket, 'readable');
  return socket;
}

/** The client reads on and finds its connection closed before the end of the document. */
async function closed(socket: Socket): Promise<void> {
  socket.resume();
  if (!socket.closed) await once(socket, 'close');
  expect(socket.bytesRead).toBeLessThan(documentBytes);
}
