// What happens to the rest of a body after its request was refused.
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { Readable } from 'node:stream';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { emptyFields, emptyObjects, updateConfigPath } from '../../bench/attacks/messages.ts';
import { dropRest } from '../../services/kit/messages/dropped-bodies.ts';
import { openAttacked } from '../kit/attacked.ts';

const { origin, authorization } = await openAttacked();
const large = 8 * 1024 * 1024;
const known = `authorization: ${authorization}`;
const rest = 'PATCH /2025-10-13/config';
const rpc = `POST ${updateConfigPath}`;

/** All that is sent, to two requests on one connection. */
async function answersTo(request: string, headers: readonly string[], body: Buffer): Promise<string> {
  const socket = connect(Number(new URL(origin).port), '127.0.0.1');
  const head = [`${request} HTTP/1.1`, 'host: a', ...headers, `content-length: ${body.length}`, '', ''];
  socket.write(head.join('\r\n'));
  socket.write(body);
  socket.write('GET /livez HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n');
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

test.each([
  ['REST without credentials', rest, ['content-type: application/json'], emptyObjects(20_000), 401],
  ['REST with too many fields', rest, [known, 'content-type: application/json'], emptyObjects(300_000), 400],
  ['REST with too large a body', rest, [known, 'content-type: application/json'], Buffer.alloc(large, ' '), 400],
  ['Connect without credentials', rpc, ['content-type: application/proto'], Buffer.alloc(large), 401],
  ['Connect with too many fields', rpc, [known, 'content-type: application/proto'], emptyFields(1024 * 1024), 400],
  ['Connect with an unknown type', rpc, [known, 'content-type: text/csv'], Buffer.alloc(large), 400],
] as const)('after %s, its client reads the refusal, and its connection serves the next request', async (...row) => {
  const [, request, headers, body, status] = row;

  const text = await answersTo(request, headers, body);

  expect(text.match(/HTTP\/1.1 \d+/g)).toEqual([`HTTP/1.1 ${status}`, 'HTTP/1.1 200']);
});

test('the rests of refused bodies are read one piece per turn of the event loop, each sender in its turn', async () => {
  let turn = 0;
  const over = new AbortController();
  const count = async () => {
    for (; !over.signal.aborted; turn++) await nextTurn();
  };
  void count();
  const pieces: { sender: number; turn: number }[] = [];
  const senders = Array.from({ length: 3 }, () => Readable.from(Array(5).fill(Buffer.alloc(10)), { highWaterMark: 1 }));

  for (const [sender, source] of senders.entries()) {
    dropRest(source as unknown as IncomingMessage);
    source.on('data', () => pieces.push({ sender, turn }));
  }
  await Promise.all(senders.map((source) => once(source, 'end')));
  over.abort();

  expect(new Set(pieces.map((piece) => piece.turn)).size).toBe(pieces.length);
  expect(new Set(pieces.slice(0, 6).map(({ sender }) => sender))).toEqual(new Set([0, 1, 2]));
});
