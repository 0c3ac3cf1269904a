// Calls in streams to processes that break streams, do not know them, or record what they receive.
import { create } from '@bufbuild/protobuf';
import { Server, ServerCredentials, type ServerDuplexStream, type sendUnaryData, status } from '@grpc/grpc-js';
import { expect, test } from 'vitest';
import { type Calls, CallsSchema } from '../../gen/payments/common/v1/call_pb.ts';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { AcceptEventsRequestSchema, EventService } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import { decode } from '../../services/kit/messages/decode.ts';
import { exchangePath } from '../../services/kit/rpc/call-streams.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { acceptEvents, callBy, request, tokens } from './events-door.ts';

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
  const call = () => recorder.remote.dispatch(acceptEvents, request, callBy('test'));
  await Promise.allSettled([call()]); // signing the token takes longer than a turn
  messages.length = 0;
  const calls = Array.from({ length: 20 }, call);

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

/** Serves single calls, and no streams. */
const answeringSingles = (count: () => void) => (bare: Server) =>
  bare.register<Buffer, Buffer>(
    acceptPath,
    (_: unknown, answer: sendUnaryData<Buffer>) => {
      count();
      answer(null, Buffer.alloc(0));
    },
    asIs,
    asIs,
    'unary',
  );

test('a process without streams receives single calls', async () => {
  let singles = 0;
  const older = await serverOf(answeringSingles(() => singles++));
  const call = () => older.remote.dispatch(acceptEvents, request, callBy('test'));

  await Promise.all([call(), call()]);
  await call();

  expect(singles).toBe(3);
  await older.remote.close();
  older.close();
});

test('a large request is a single call', async () => {
  let singles = 0;
  const other = await serverOf(answeringSingles(() => singles++));
  const large = create(AcceptEventsRequestSchema, { events: [{ body: Buffer.alloc(100_000) }] });

  await other.remote.dispatch(acceptEvents, large, callBy('test'));

  expect(singles).toBe(1);
  await other.remote.close();
  other.close();
});
