// What callers cannot do to the RPC doors: hold connections and streams, have bodies read without credentials, have large messages read at all.
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { connect as connectH2, constants } from 'node:http2';
import { connect, type Socket } from 'node:net';
import { fromBinary } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { afterAll, expect, test } from 'vitest';
import { connectHttp2, openStream, refusalsIn } from '../../bench/attacks/frames.ts';
import { emptyFields, emptyObjects, enveloped, sendByHttp, sendGrpc, updateConfigPath } from '../../bench/attacks/messages.ts';
import { ErrorDetailSchema } from '../../gen/payments/common/v1/error_pb.ts';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { silent } from '../../services/kit/core/log.ts';
import { type RpcLimits, startRpcServer } from '../../services/kit/rpc/server.ts';
import { startWorld } from '../kit/platform.ts';

const world = await startWorld();
const { running, wall } = world;
const tokens = callerTokens({ keys: [randomBytes(32)], audiences: [], wall });
const authenticator = openAuthenticator({ dispatch: running.dispatch, tokens, wall, mode: 'sandbox' });
const origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
const authorization = world.token;
let authentications = 0;

/** A gRPC door with limits of the test. */
async function door(limits: Partial<RpcLimits> = {}) {
  const authenticate: typeof authenticator.any = (...given) => {
    authentications++;
    return authenticator.any(...given);
  };
  const server = await startRpcServer({
    running,
    host: '127.0.0.1',
    port: 0,
    authenticate,
    isReady: () => true,
    log: silent,
    limits,
  });
  afterAll(() => server.close());
  return { address: server.address, port: Number(new URL(server.address).port) };
}

const usual = await door();

/** Everything that the server has sent, once it holds what is looked for or the connection ends. */
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

test('of ten thousand streams on a connection a hundred are looked at; the others are refused, and others are served', async () => {
  const { port, address } = await door();
  authentications = 0;
  const socket = connectHttp2('127.0.0.1', port);
  const streams = Array.from({ length: 10_000 }, (_, index) => openStream(2 * index + 1, updateConfigPath));

  socket.write(Buffer.concat(streams));
  const refused = refusalsIn(await received(socket, (bytes) => refusalsIn(bytes).isSentAway));

  expect(authentications).toBeLessThanOrEqual(100);
  expect(refused.isSentAway || refused.reset > 0).toBe(true);
  expect((await sendGrpc(address, Buffer.alloc(0))).status).toBe(Code.Unauthenticated);
  socket.destroy();
});

test('the number of streams is told to clients', async () => {
  const session = connectH2(usual.address);

  const [settings] = await once(session, 'remoteSettings');

  expect(settings.maxConcurrentStreams).toBe(100);
  session.destroy();
});

test('an address takes so many connections and no more, and may connect again', async () => {
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

test('a request that does not end is ended', async () => {
  const { address } = await door({ requestMs: 50 });

  const outcome = await startCall(address, { authorization });

  expect(outcome).toBe(Code.DeadlineExceeded);
});

test('gRPC without credentials is answered before any of the message has come', async () => {
  expect(await startCall(usual.address, {})).toBe(Code.Unauthenticated);
});

/** Sends the head of a call and nothing of its message; gives the status that it is answered with. */
async function startCall(address: string, headers: Record<string, string>): Promise<number> {
  const session = connectH2(address);
  const grpc = { ':method': 'POST', ':path': updateConfigPath, 'content-type': 'application/grpc', te: 'trailers' };
  const stream = session.request({ ...grpc, ...headers }, { endStream: false });
  const [answer] = await once(stream, 'response');
  session.destroy();
  return Number(answer['grpc-status']);
}

test.each(['application/proto', 'application/json', 'application/grpc-web+proto'])(
  'a body of %s without credentials is answered before any of it has come',
  async (type) => {
    const socket = connect(Number(new URL(origin).port), '127.0.0.1');
    const head = [
      `POST ${updateConfigPath} HTTP/1.1`,
      'host: attack',
      `content-type: ${type}`,
      'content-length: 4000000',
      '',
      '',
    ];
    socket.write(head.join('\r\n'));

    const answer = (await received(socket, (bytes) => /unauthenticated|grpc-status: 16/.test(bytes.toString()))).toString();

    expect(answer).toMatch(/unauthenticated|grpc-status: 16/);
    socket.destroy();
  },
);

const mebibyte = 1024 * 1024;

test.each([
  ['as it is', emptyFields(mebibyte), {}],
  ['compressed', emptyFields(mebibyte), { isGzip: true }],
])('gRPC reads no message of a million empty fields, %s', async (_, message, sent) => {
  const { status, message: told } = await sendGrpc(usual.address, message, { authorization, ...sent });

  expect([status, told]).toEqual([Code.InvalidArgument, 'The request has too many elements.']);
});

test('gRPC reads no message that is too large once decompressed', async () => {
  const { status } = await sendGrpc(usual.address, Buffer.alloc(20 * mebibyte), { authorization, isGzip: true });

  expect(status).toBe(Code.ResourceExhausted);
});

test.each([
  ['application/proto', emptyFields(mebibyte)],
  ['application/json', emptyObjects(20_000)],
  ['application/grpc-web+proto', emptyFields(mebibyte)],
])('%s with a million empty fields is not read', async (type, message) => {
  const { text } = await sendByHttp(origin, message, { authorization, type });

  expect(decodeURIComponent(text)).toContain('The request has too many elements.');
});

test.each([
  ['a field that is no list, over and over', Buffer.alloc(200_000, Buffer.from([0x22, 0x00])), 'has too many fields'],
  ['fields that nobody knows', Buffer.alloc(300_000, Buffer.from([0xf8, 0x01, 0x00])), 'has too many fields'],
])('%s is not read', async (_, message, told) => {
  expect(await sendGrpc(usual.address, message, { authorization })).toEqual({
    status: Code.InvalidArgument,
    message: `The request ${told}.`,
  });
});

test('of thousands of broken rules a hundred are told', async () => {
  const { text } = await sendByHttp(origin, emptyFields(19_000), { authorization, type: 'application/proto' });

  const [detail] = JSON.parse(text).details;
  const { details } = fromBinary(ErrorDetailSchema, Buffer.from(detail.value, 'base64'));
  expect(details?.errors).toHaveLength(100);
});

test.each([
  ['cut off', Buffer.from([0x1a, 0x7f])],
  ['of no known form', Buffer.from([0x0f])],
  ['with text that is not UTF-8', Buffer.from([0x0a, 0x02, 0xff, 0xff])],
])('a message %s is invalid, and no failure of ours', async (_, message) => {
  const byGrpc = await sendGrpc(usual.address, message, { authorization });
  const byConnect = await sendByHttp(origin, message, { authorization, type: 'application/proto' });

  expect(byGrpc.status).toBe(Code.InvalidArgument);
  expect(byConnect.status).toBe(400);
});

test('health, which is open to everybody, reads names and nothing larger', async () => {
  const session = connectH2(usual.address);
  const grpc = { ':method': 'POST', ':path': '/grpc.health.v1.Health/Check', 'content-type': 'application/grpc', te: 'trailers' };
  const stream = session.request(grpc);

  stream.end(enveloped(Buffer.alloc(mebibyte)));
  const [answer] = await once(stream, 'response');

  expect(Number(answer['grpc-status'])).toBe(Code.ResourceExhausted);
  session.destroy();
});
