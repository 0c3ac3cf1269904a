// Messages with too many bytes, and those that cannot be decompressed: invalid, so that no client repeats them.
import { Code } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { enveloped, sendByHttp, sendEnvelopes, sendGrpc } from '../../bench/attacks/messages.ts';
import { openAttacked } from '../kit/attacked.ts';

const { origin, authorization, door } = await openAttacked();
const usual = await door();
const mebibyte = 1024 * 1024;
const tooLarge = 'The message is larger than 1114112 bytes.';

test.each([
  ['as it is', 2, {}],
  ['compressed', 20, { isGzip: true }],
])('gRPC refuses a message that is too large, %s', async (_, mebibytes, sent) => {
  const answer = await sendGrpc(usual.address, Buffer.alloc(mebibytes * mebibyte), { authorization, ...sent });

  expect(answer).toEqual({ status: Code.InvalidArgument, message: tooLarge });
});

test('gRPC refuses a message that cannot be decompressed', async () => {
  const noise = enveloped(Buffer.from('no gzip'), true);

  const answer = await sendEnvelopes(usual.address, noise, { authorization, isGzip: true });

  expect(answer).toEqual({ status: Code.InvalidArgument, message: 'The message cannot be decompressed.' });
});

test.each([
  ['application/proto', 400],
  ['application/json', 400],
  ['application/grpc-web+proto', 200],
])('a body of %s that is too large is invalid', async (type, expected) => {
  const { status, text } = await sendByHttp(origin, Buffer.alloc(8 * mebibyte, ' '), { authorization, type });

  expect(status).toBe(expected);
  expect(decodeURIComponent(text)).toContain(tooLarge);
  expect(decodeURIComponent(text)).toMatch(/"code":"invalid_argument"|grpc-status: 3/);
});
