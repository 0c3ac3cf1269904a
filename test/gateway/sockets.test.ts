// Raw bytes over real connections.
import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { expect, test } from 'vitest';
import { buildApp } from '../../gateway/app.ts';
import type { ReadingRate } from '../../gateway/transcoder/slow-clients.ts';
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
  return { status: Number(text.split(' ', 2)[1]), body: JSON.parse(text.slice(text.indexOf('\r\n\r\n'))) };
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
  const { app, address } = await documentServer({ bytesPerSecond: 1e9, graceMs: 500 });
  const before = process.memoryUsage();

  const stalled = await Promise.all(Array.from({ length: readers }, () => stalledReader(address.port)));
  const { external, heapUsed } = process.memoryUsage();
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

async function documentServer(reading?: ReadingRate) {
  const app = await buildApp({ ...documentOptions, ...(reading && { reading }) });
  await app.listen({ host: '127.0.0.1', port: 0 });
  return { app, address: app.server.address() as AddressInfo };
}

const documentBytes = 8 * 1024 * 1024;
const documentOptions = {
  services: [],
  checks: [],
  dispatch: world.running.dispatch,
  authenticator: { watch: (dispatch: typeof world.running.dispatch) => dispatch } as never,
  mode: 'sandbox',
  publicUrl: 'http://localhost:8080',
  problem: () => undefined,
  gauges: () => new Map(),
  openApi: { info: 'x'.repeat(documentBytes - '{"info":""}'.length) },
  log: silent,
} as const;

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
