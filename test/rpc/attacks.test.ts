// Limits of the RPC ports: on connections, on streams, and on bodies without credentials.
import { once } from 'node:events';
import { connect as connectH2, constants } from 'node:http2';
import { BlockList, connect, type Socket } from 'node:net';
import { Code } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { connectHttp2, openStream, refusalsIn } from '../../bench/attacks/frames.ts';
import { enveloped, sendByHttp, sendGrpc, updateConfigPath } from '../../bench/attacks/messages.ts';
import { openAttacked } from '../kit/attacked.ts';

const { origin, authorization, door, authentications } = await openAttacked();
const usual = await door();
const callHeaders = { ':method': 'POST', ':path': updateConfigPath, 'content-type': 'application/grpc', te: 'trailers' };

/** Everything that the server has sent, once it contains the expected text or the connection ends. */
function received(socket: Socket, until: (bytes: Buffer) => boolean): Promise<Buffer> {
  const { promise, resolve } = Promise.withResolvers<Buffer>();
  let bytes: Buffer = Buffer.alloc(0);
  socket.on('data', (chunk: Buffer) => {
    bytes = Buffer.concat([bytes, chunk]);
    if (until(bytes)) resolve(bytes);
  });
  socket.once('close', () => resolve(bytes));
  return promise;
}

test('of ten thousand streams on a connection a hundred are processed; the rest are refused, and other connections are served', async () => {
  const { port, address } = await door();
  const before = authentications();
  const socket = connectHttp2('127.0.0.1', port);
  const streams = Array.from({ length: 10_000 }, (_, index) => openStream(2 * index + 1, updateConfigPath));

  socket.write(Buffer.concat(streams));
  const refused = refusalsIn(await received(socket, (bytes) => refusalsIn(bytes).isSentAway));

  expect(authentications() - before).toBeLessThanOrEqual(100);
  expect(refused.isSentAway || refused.reset > 0).toBe(true);
  expect((await sendGrpc(address, Buffer.alloc(0))).status).toBe(Code.Unauthenticated);
  socket.destroy();
});

test('the server announces its limit of streams', async () => {
  const session = connectH2(usual.address);

  const [settings] = await once(session, 'remoteSettings');

  expect(settings.maxConcurrentStreams).toBe(100);
  session.destroy();
});

test('an address has a limit of connections, and can connect again', async () => {
  const { port, address } = await door({ connectionsPerAddressMax: 2 });
  const held = [connectHttp2('127.0.0.1', port), connectHttp2('127.0.0.1', port)] as const;
  await Promise.all(held.map((socket) => once(socket, 'data')));

  const [hadError] = await once(connect(port, '127.0.0.1'), 'close');
  held[0].destroy();
  await expect
    .poll(async () => (await sendGrpc(address, Buffer.alloc(0)).catch(() => undefined))?.status)
    .toBe(Code.Unauthenticated);

  expect(hadError).toBe(false);
  held[1].destroy();
});

test('a proxy is exempt from the limit per address, but not from the total', async () => {
  const proxies = new BlockList();
  proxies.addSubnet('127.0.0.0', 8, 'ipv4');
  const { port } = await door({ connectionsMax: 3, connectionsPerAddressMax: 1, proxies });
  const held = Array.from({ length: 3 }, () => connectHttp2('127.0.0.1', port));
  await Promise.all(held.map((socket) => once(socket, 'data')));

  const [hadError] = await once(connect(port, '127.0.0.1'), 'close');

  expect(hadError).toBe(false);
  for (const socket of held) socket.destroy();
});

test('a connection without valid credentials gets GOAWAY after ten calls', async () => {
  const session = connectH2(usual.address);
  const leaving = once(session, 'goaway');
  const statuses: number[] = [];

  for (let calls = 0; calls < 10; calls++) {
    const [answer] = await once(session.request(callHeaders).end(), 'response');
    statuses.push(Number(answer['grpc-status']));
  }

  expect(statuses).toEqual(Array(10).fill(Code.Unauthenticated));
  expect((await leaving)[0]).toBe(constants.NGHTTP2_NO_ERROR);
  session.destroy();
});

test.each([
  ['says nothing', () => Buffer.alloc(0)],
  ['begins HTTP/2 and falls silent', () => undefined],
])('a connection that %s is closed', async (_, first) => {
  const { port } = await door({ silentMs: 40 });
  const socket = first() ? connect(port, '127.0.0.1') : connectHttp2('127.0.0.1', port);

  socket.resume();

  await expect(once(socket, 'close')).resolves.toEqual([false]);
});

test('a connection without calls is closed after a while', async () => {
  const { address } = await door({ idleMs: 50 });
  const session = connectH2(address);

  const [code] = await once(session, 'goaway');

  expect(code).toBe(constants.NGHTTP2_NO_ERROR);
  session.destroy();
});

test('a request that never completes is ended', async () => {
  const { address } = await door({ requestMs: 50 });

  const outcome = await startCall(address, { authorization });

  expect(outcome).toBe(Code.DeadlineExceeded);
});

test('a stream whose client does not read the response is closed', async () => {
  const { address } = await door({ readMs: 50 });
  const session = connectH2(address, { settings: { initialWindowSize: 0 } });
  const stream = session.request({ ...callHeaders, authorization }, { endStream: false });
  stream.resume().end(enveloped(Buffer.alloc(0)));

  await once(stream, 'close');

  expect(stream.rstCode).toBe(constants.NGHTTP2_CANCEL);
  session.destroy();
});

test('gRPC without credentials is answered before any of the message has arrived', async () => {
  expect(await startCall(usual.address, {})).toBe(Code.Unauthenticated);
});

/** Sends the headers of a call without its message; returns the status of the answer. */
async function startCall(address: string, headers: Record<string, string>): Promise<number> {
  const session = connectH2(address);
  const stream = session.request({ ...callHeaders, ...headers }, { endStream: false });
  const [answer] = await once(stream, 'response');
  session.destroy();
  return Number(answer['grpc-status']);
}

test.each([
  ['Connect', 'application/proto', `POST ${updateConfigPath}`],
  ['Connect with JSON', 'application/json', `POST ${updateConfigPath}`],
  ['gRPC-Web', 'application/grpc-web+proto', `POST ${updateConfigPath}`],
  ['REST', 'application/json', 'PATCH /2025-10-13/config'],
])('a body over %s without credentials is answered before any of it has arrived', async (_, type, request) => {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const head = [`${request} HTTP/1.1`, 'host: attack', `content-type: ${type}`, 'content-length: 4000000', '', ''];
  socket.write(head.join('\r\n'));

  const refused = /unauthenticated|grpc-status: 16|UNAUTHORIZED/;
  const answer = (await received(socket, (bytes) => refused.test(bytes.toString()))).toString();

  expect(answer).toMatch(refused);
  socket.destroy();
});

test('credentials with a NUL are wrong credentials, over gRPC and Connect', async () => {
  const strange = `Basic ${Buffer.from('a\0b:secret').toString('base64')}`;

  const byGrpc = await sendGrpc(usual.address, Buffer.alloc(0), { authorization: strange });
  const byConnect = await sendByHttp(origin, Buffer.alloc(0), { authorization: strange, type: 'application/proto' });

  expect([byGrpc.status, byConnect.status]).toEqual([Code.Unauthenticated, 401]);
});

test('health, which needs no credentials, accepts only small messages', async () => {
  const session = connectH2(usual.address);
  const grpc = { ':method': 'POST', ':path': '/grpc.health.v1.Health/Check', 'content-type': 'application/grpc', te: 'trailers' };
  const stream = session.request(grpc);

  stream.end(enveloped(Buffer.alloc(1024 * 1024)));
  const [answer] = await once(stream, 'response');

  expect(Number(answer['grpc-status'])).toBe(Code.InvalidArgument);
  session.destroy();
});
