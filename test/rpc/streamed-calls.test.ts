// Calls between processes share a stream. Each has its own caller, deadline, cancellation and result.
import { randomBytes } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import {
  Client,
  credentials,
  Metadata,
  Server,
  ServerCredentials,
  type ServerDuplexStream,
  type sendUnaryData,
  status,
} from '@grpc/grpc-js';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type Calls, CallsSchema } from '../../gen/payments/common/v1/call_pb.ts';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { AcceptEventsRequestSchema, EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import { callAs, openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import type { Call, Dispatch } from '../../services/kit/core/call.ts';
import { wall } from '../../services/kit/core/clock.ts';
import { silent } from '../../services/kit/core/log.ts';
import { decode } from '../../services/kit/messages/decode.ts';
import { fail } from '../../services/kit/messages/fail.ts';
import { exchangePath } from '../../services/kit/rpc/call-streams.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { startRpcServer } from '../../services/kit/rpc/server.ts';

const { acceptEvents } = EventService.method;
const tokens = callerTokens({ keys: [randomBytes(32)], audiences: ['webhooks'], wall });
let run: Dispatch;
const answering: Dispatch = async () => ({ message: create(EmptySchema), replayed: false });
const dispatch: Dispatch = (...call) => run(...call);
const { any: authenticate } = openAuthenticator({ dispatch, tokens, wall, mode: 'sandbox' });
const running = { services: [EventService], dispatch };
const server = await startRpcServer({ host: '127.0.0.1', port: 0, running, authenticate, isReady: () => true, log: silent });
const remote = openRemote({ addressOf: () => server.address, tokens });

run = answering;
afterEach(() => {
  run = answering;
});
afterAll(async () => {
  await remote.close();
  await server.close();
});

const request = create(AcceptEventsRequestSchema);
const callBy = (requestId: string, more: Partial<Call> = {}): Call => ({ ...callAs('transfers', requestId), ...more });
const send = (call: Call) => remote.dispatch(acceptEvents, request, call);

test('each call of a stream has its own headers and result', async () => {
  const received: Call[] = [];
  run = async (_method, _request, call) => {
    received.push(call);
    if (call.requestId === 'second') throw fail(ErrorCode.CONFLICT, 'Already done.', { reason: 'DONE' });
    return { message: create(EmptySchema), replayed: call.requestId === 'third' };
  };
  const first = callBy('first', { address: '203.0.113.1', idempotencyKey: 'key 1' });

  const results = await Promise.allSettled([first, callBy('second'), callBy('third')].map(send));

  expect(results).toMatchObject([
    { value: { replayed: false } },
    { reason: { code: ErrorCode.CONFLICT, message: 'Already done.', details: { reason: 'DONE' } } },
    { value: { replayed: true } },
  ]);
  expect(received).toMatchObject([
    { requestId: 'first', address: '203.0.113.1', idempotencyKey: 'key 1', caller: { service: 'transfers' } },
    { requestId: 'second' },
    { requestId: 'third' },
  ]);
});

test('a call ends when its caller stops waiting, and the others go on', async () => {
  const gate = Promise.withResolvers<void>();
  const signals = new Map<string, AbortSignal>();
  run = async (method, message, call) => {
    signals.set(call.requestId, call.signal);
    await gate.promise;
    return answering(method, message, call);
  };
  const controller = new AbortController();
  const stopped = send(callBy('stopped', { signal: controller.signal }));
  const other = send(callBy('other'));
  await expect.poll(() => signals.size).toBe(2);

  controller.abort();

  await expect(stopped).rejects.toMatchObject({ code: ErrorCode.SERVICE_UNAVAILABLE });
  await expect.poll(() => signals.get('stopped')?.aborted).toBe(true);
  gate.resolve();
  await other;
  expect(signals.get('other')?.aborted).toBe(false);
});

test('a call ends at its deadline, in both processes', async () => {
  let signal: AbortSignal | undefined;
  run = async (method, message, call) => {
    signal = call.signal;
    await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
    return answering(method, message, call);
  };

  const late = send(callBy('late', { deadline: new Date(wall.now().getTime() + 200) }));

  await expect(late).rejects.toMatchObject({ code: ErrorCode.SERVICE_UNAVAILABLE });
  await expect.poll(() => signal?.aborted).toBe(true);
});

/** The status that ends a stream with these messages. */
function statusOf(authorization: string | undefined, ...messages: Uint8Array[]): Promise<status> {
  const client = new Client(new URL(server.address).host, credentials.createInsecure());
  const metadata = new Metadata();
  if (authorization !== undefined) metadata.set('authorization', authorization);
  const stream = client.makeBidiStreamRequest(exchangePath, Buffer.from, (bytes: Buffer) => bytes, metadata);
  for (const message of messages) stream.write(message);
  const { promise, resolve } = Promise.withResolvers<status>();
  stream.on('error', () => undefined);
  stream.once('status', ({ code }: { code: status }) => resolve(code));
  stream.resume();
  return promise.finally(() => client.close());
}

const tokenOf = (service: string | undefined) =>
  tokens.mint(
    { ...callAs('', '').caller, ...(service === undefined ? { service: undefined as never } : { service }) },
    'webhooks',
  );

test('only processes of the installation open streams', async () => {
  const others = [undefined, 'Bearer forged', `Bearer ${await tokenOf('rails')}`];

  expect(await Promise.all(others.map((authorization) => statusOf(authorization)))).toEqual([
    status.UNAUTHENTICATED,
    status.UNAUTHENTICATED,
    status.PERMISSION_DENIED,
  ]);
});

test('a message that is not one ends its stream', async () => {
  const authorization = `Bearer ${await tokenOf('process')}`;

  expect(await statusOf(authorization, Buffer.from('no message'))).toBe(status.INVALID_ARGUMENT);
  expect(await send(callBy('after'))).toMatchObject({ replayed: false });
});

test('a call with a forged token is refused, and the others of its stream run', async () => {
  const forger = callerTokens({ keys: [randomBytes(32)], audiences: [], wall });
  const mint: typeof tokens.mint = (caller, audience) => (caller.service === 'forger' ? forger : tokens).mint(caller, audience);
  const mixed = openRemote({ addressOf: () => server.address, tokens: { mint } });
  const forged = { ...callBy('forged'), caller: { ...callBy('').caller, service: 'forger' } };

  const results = await Promise.allSettled([forged, callBy('right')].map((call) => mixed.dispatch(acceptEvents, request, call)));

  expect(results).toMatchObject([{ reason: { code: ErrorCode.UNAUTHORIZED } }, { value: { replayed: false } }]);
  await mixed.close();
});

/** A server with these methods, by path. */
async function serverOf(serve: (server: Server) => void) {
  const bare = new Server();
  serve(bare);
  const { promise, resolve } = Promise.withResolvers<number>();
  bare.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (_, port) => resolve(port));
  const address = `http://127.0.0.1:${await promise}`;
  return { address, remote: openRemote({ addressOf: () => address, tokens }), close: () => bare.forceShutdown() };
}

const asIs = (bytes: Buffer) => bytes;
const acceptPath = `/${EventService.typeName}/${acceptEvents.name}`;

test('calls of the same turn are one message with one token', async () => {
  const messages: Calls[] = [];
  const recorder = await serverOf((bare) =>
    bare.register(
      exchangePath,
      (stream: ServerDuplexStream<Buffer, Buffer>) => {
        stream.on('data', (bytes: Buffer) => {
          messages.push(decode(CallsSchema, bytes));
          stream.end();
        });
      },
      asIs,
      asIs,
      'bidi',
    ),
  );
  const calls = Array.from({ length: 20 }, () => recorder.remote.dispatch(acceptEvents, request, callBy('test')));

  await Promise.allSettled(calls);

  expect(messages.map((message) => [message.calls.length, message.tokens.length])).toEqual([[20, 1]]);
  recorder.close();
});

test('calls without an answer fail when their stream breaks, and later ones use another', async () => {
  let streams = 0;
  const breaking = await serverOf((bare) =>
    bare.register(
      exchangePath,
      (stream: ServerDuplexStream<Buffer, Buffer>) => {
        streams++;
        stream.once('data', () => stream.emit('error', { code: status.UNAVAILABLE, details: 'gone' }));
      },
      asIs,
      asIs,
      'bidi',
    ),
  );
  const call = () => breaking.remote.dispatch(acceptEvents, request, callBy('test'));

  await expect(call()).rejects.toMatchObject({ code: ErrorCode.SERVICE_UNAVAILABLE });
  await expect(call()).rejects.toMatchObject({ code: ErrorCode.SERVICE_UNAVAILABLE });

  expect(streams).toBe(2);
  breaking.close();
});

test('a process without streams receives single calls', async () => {
  let singles = 0;
  const older = await serverOf((bare) =>
    bare.register<Buffer, Buffer>(
      acceptPath,
      (_: unknown, answer: sendUnaryData<Buffer>) => {
        singles++;
        answer(null, Buffer.alloc(0));
      },
      asIs,
      asIs,
      'unary',
    ),
  );
  const call = () => older.remote.dispatch(acceptEvents, request, callBy('test'));

  await Promise.all([call(), call()]);
  await call();

  expect(singles).toBe(3);
  await older.remote.close();
  older.close();
});

test('a large request is a single call', async () => {
  let singles = 0;
  const other = await serverOf((bare) =>
    bare.register<Buffer, Buffer>(
      acceptPath,
      (_: unknown, answer: sendUnaryData<Buffer>) => {
        singles++;
        answer(null, Buffer.alloc(0));
      },
      asIs,
      asIs,
      'unary',
    ),
  );
  const large = create(AcceptEventsRequestSchema, { events: [{ body: Buffer.alloc(100_000) }] });

  await other.remote.dispatch(acceptEvents, large, callBy('test'));

  expect(singles).toBe(1);
  await other.remote.close();
  other.close();
});

test('a process that stops answers the calls of its streams', async () => {
  const gate = Promise.withResolvers<void>();
  let arrived = 0;
  run = async (...call) => {
    arrived++;
    await gate.promise;
    return answering(...call);
  };
  const stopping = await startRpcServer({ host: '127.0.0.1', port: 0, running, authenticate, isReady: () => true, log: silent });
  const caller = openRemote({ addressOf: () => stopping.address, tokens });
  const calls = [callBy('one'), callBy('two')].map((call) => caller.dispatch(acceptEvents, request, call));
  await expect.poll(() => arrived).toBe(2);

  const closed = stopping.close();
  gate.resolve();

  expect(await Promise.all(calls)).toHaveLength(2);
  await closed;
  await caller.close();
});
