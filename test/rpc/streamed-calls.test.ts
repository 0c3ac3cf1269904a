// Calls between processes share a stream. Each has its own caller, deadline, cancellation and result.
import { create } from '@bufbuild/protobuf';
import { EmptySchema } from '@bufbuild/protobuf/wkt';
import { expect, test } from 'vitest';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import type { Call } from '../../services/kit/core/call.ts';
import { wall } from '../../services/kit/core/clock.ts';
import { fail } from '../../services/kit/messages/fail.ts';
import { openRemote } from '../../services/kit/rpc/remote.ts';
import { acceptEvents, answering, callBy, openEventsDoor, request, tokens } from './events-door.ts';

const { send, runWith, start } = await openEventsDoor();

test('each call of a stream has its own headers and result', async () => {
  const received: Call[] = [];
  runWith(async (_method, _request, call) => {
    received.push(call);
    if (call.requestId === 'second') throw fail(ErrorCode.CONFLICT, 'Already done.', { reason: 'DONE' });
    return { message: create(EmptySchema), replayed: call.requestId === 'third' };
  });
  const first = callBy('first', { address: '203.0.113.1', idempotencyKey: 'key 1', bodyDigest: 'digest 1' });

  const results = await Promise.allSettled([first, callBy('second'), callBy('third')].map(send));

  expect(results).toMatchObject([
    { value: { replayed: false } },
    { reason: { code: ErrorCode.CONFLICT, message: 'Already done.', details: { reason: 'DONE' } } },
    { value: { replayed: true } },
  ]);
  expect(received.toSorted((one, other) => one.requestId.localeCompare(other.requestId))).toMatchObject([
    {
      requestId: 'first',
      address: '203.0.113.1',
      idempotencyKey: 'key 1',
      bodyDigest: 'digest 1',
      caller: { service: 'transfers' },
    },
    { requestId: 'second' },
    { requestId: 'third' },
  ]);
});

test('a call ends when its caller stops waiting, and the others go on', async () => {
  const gate = Promise.withResolvers<void>();
  const signals = new Map<string, AbortSignal>();
  runWith(async (method, message, call) => {
    signals.set(call.requestId, call.signal);
    await gate.promise;
    return answering(method, message, call);
  });
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
  runWith(async (method, message, call) => {
    signal = call.signal;
    await new Promise((resolve) => call.signal.addEventListener('abort', resolve));
    return answering(method, message, call);
  });

  const late = send(callBy('late', { deadline: new Date(wall.now().getTime() + 200) }));

  await expect(late).rejects.toMatchObject({ code: ErrorCode.SERVICE_UNAVAILABLE });
  await expect.poll(() => signal?.aborted).toBe(true);
});

test('a process that stops answers the calls of its streams', async () => {
  const gate = Promise.withResolvers<void>();
  let arrived = 0;
  runWith(async (...call) => {
    arrived++;
    await gate.promise;
    return answering(...call);
  });
  const stopping = await start();
  const caller = openRemote({ addressOf: () => stopping.address, tokens });
  const calls = [callBy('one'), callBy('two')].map((call) => caller.dispatch(acceptEvents, request, call));
  await expect.poll(() => arrived).toBe(2);

  const closed = stopping.close();
  gate.resolve();

  expect(await Promise.all(calls)).toHaveLength(2);
  await closed;
  await caller.close();
});
