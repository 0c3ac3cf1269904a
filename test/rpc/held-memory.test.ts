// Limits of the memory of open requests, at every door: further ones are refused, and other platforms are served.
import { connect as connectH2 } from 'node:http2';
import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { enveloped, sendGrpc, sendJson, updateConfigPath } from '../../bench/attacks/messages.ts';
import { turnsOf } from '../../services/kit/calls/turns.ts';
import { boundedMemory } from '../../services/kit/messages/held-memory.ts';
import { openAttacked } from '../kit/attacked.ts';

const { origin, authorization, door, newPlatform } = await openAttacked();
const { address } = await door();
const mebibyte = 1024 * 1024;
const bodies = 34; // of which a platform may have 32
const unfinished = Buffer.alloc(mebibyte - 1, ' ');

/** Requests without their last byte. `refused` resolves with the first response. */
interface Flood {
  readonly refused: Promise<string>;
  readonly stop: () => void;
}

function floodByHttp(path: string, type: string): Flood {
  const head = [`${path} HTTP/1.1`, 'host: a', `authorization: ${authorization}`, `content-type: ${type}`];
  const sockets = Array.from({ length: bodies }, () => connect(Number(new URL(origin).port), '127.0.0.1'));
  const answers = sockets.map((socket) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    socket.on('error', () => undefined).once('data', (bytes) => resolve(bytes.toString()));
    socket.write(`${[...head, `content-length: ${mebibyte}`].join('\r\n')}\r\n\r\n`);
    socket.write(unfinished);
    return promise;
  });
  return { refused: Promise.race(answers), stop: () => sockets.map((socket) => socket.destroy()) };
}

function floodByGrpc(): Flood {
  const sessions = Array.from({ length: 4 }, () => connectH2(address));
  const headers = {
    ':method': 'POST',
    ':path': updateConfigPath,
    'content-type': 'application/grpc',
    te: 'trailers',
    authorization,
  };
  const answers = Array.from({ length: bodies }, (_, index) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    const stream = sessions[index % sessions.length]?.request(headers, { endStream: false });
    stream?.on('error', () => undefined).once('response', (answer) => resolve(JSON.stringify(answer)));
    stream?.write(enveloped(Buffer.alloc(mebibyte)).subarray(0, mebibyte));
    return promise;
  });
  return { refused: Promise.race(answers), stop: () => sessions.map((session) => session.destroy()) };
}

test.each([
  ['REST', () => floodByHttp('PATCH /2025-10-13/config', 'application/json'), /^HTTP\/1.1 429[^]+retry-after: 1\r\n/],
  ['Connect', () => floodByHttp(`POST ${updateConfigPath}`, 'application/json'), /^HTTP\/1.1 429[^]+retry-after: 1\r\n/],
  ['gRPC', floodByGrpc, /"retry-after":"1".*"grpc-status":"8"|"grpc-status":"8".*"retry-after":"1"/],
])(
  'a platform with many concurrent bodies over %s is throttled, and no other; later it is served again',
  async (_, flood, told) => {
    const other = await newPlatform();
    const { refused, stop } = flood();

    const answer = await refused;
    const served = await Promise.all([
      sendJson(origin, Buffer.from('{}'), { authorization: other.token }),
      sendGrpc(address, Buffer.alloc(0), { authorization: other.token }),
    ]);
    stop();

    expect(answer).toMatch(told);
    expect(served).toMatchObject([{ status: 200 }, { status: 0 }]);
    await expect.poll(async () => (await sendJson(origin, Buffer.alloc(mebibyte, ' '), { authorization })).status).toBe(400);
  },
);

test('all platforms together are bounded, too, and what was answered counts no more', () => {
  const hold = boundedMemory({ ofHolderBytes: 10, inAllBytes: 25 });
  const [first, second, third] = [hold('a'), hold('b'), hold('c')];
  for (const held of [first, second]) held.add(10);

  expect(() => third.add(6)).toThrow(expect.objectContaining({ status: 503 }));
  expect(() => first.add(1)).toThrow(expect.objectContaining({ status: 429 }));
  first.release();
  first.release();
  third.add(10);
  expect(() => hold('d').add(6)).toThrow(expect.objectContaining({ status: 503 }));
});

test('only a few messages of one platform are decompressed concurrently, and other platforms do not wait', async () => {
  const turn = turnsOf(2);
  const { promise: held, resolve: goOn } = Promise.withResolvers<void>();
  const started: string[] = [];
  const run = (holder: string, name: string) => turn(holder)(async () => (started.push(name), held));

  const all = [run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1')];
  expect(started).toEqual(['a1', 'a2', 'b1']);
  goOn();
  await Promise.all(all);

  expect(started).toEqual(['a1', 'a2', 'b1', 'a3']);
});
