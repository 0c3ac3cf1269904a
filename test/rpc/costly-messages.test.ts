// Messages that are cheap to send and expensive to parse: refused before parsing, over every protocol.
import { fromBinary } from '@bufbuild/protobuf';
import { Code } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { brokenElements, emptyFields, emptyObjects, sendByHttp, sendGrpc, sendJson } from '../../bench/attacks/messages.ts';
import { ErrorDetailSchema } from '../../gen/payments/common/v1/error_detail_pb.ts';
import { openAttacked } from '../kit/attacked.ts';

const { origin, authorization, door } = await openAttacked();
const usual = await door();
const mebibyte = 1024 * 1024;

test.each([
  ['as it is', emptyFields(mebibyte), {}],
  ['compressed', emptyFields(mebibyte), { isGzip: true }],
])('gRPC refuses a message of a million empty fields, %s', async (_, message, sent) => {
  const { status, message: told } = await sendGrpc(usual.address, message, { authorization, ...sent });

  expect([status, told]).toEqual([Code.InvalidArgument, 'The request has too many elements.']);
});

test.each([
  ['application/proto', emptyFields(mebibyte)],
  ['application/json', emptyObjects(20_000)],
  ['application/grpc-web+proto', emptyFields(mebibyte)],
])('%s with a million empty fields is refused', async (type, message) => {
  const { text } = await sendByHttp(origin, message, { authorization, type });

  expect(decodeURIComponent(text)).toContain('The request has too many elements.');
});

test.each([
  ['a field that is no list, over and over', Buffer.alloc(40_000, Buffer.from([0x22, 0x00])), 'has too many fields'],
  ['fields that nobody knows', Buffer.alloc(60_000, Buffer.from([0xf8, 0x01, 0x00])), 'has too many fields'],
])('%s is refused', async (_, message, told) => {
  expect(await sendGrpc(usual.address, message, { authorization })).toEqual({
    status: Code.InvalidArgument,
    message: `The request ${told}.`,
  });
});

test.each([
  ['objects', emptyObjects(20_000), 'The request has too many elements.'],
  ['keys', Buffer.from(`{${Array.from({ length: 20_000 }, (_, at) => `"k${at}":1`)}}`), 'The request has too many fields.'],
  ['levels', Buffer.from(`{"a":${'['.repeat(200)}${']'.repeat(200)}}`), 'The request is nested too deeply.'],
])('REST does not parse a body with too many %s, and says so before it checks the JSON', async (_, body, message) => {
  const sent = await sendJson(origin, Buffer.concat([body, Buffer.from('no JSON')]), { authorization });

  expect(JSON.parse(sent.text)).toMatchObject({ status: 400, code: 'INVALID_INPUT', message });
});

test('braces, brackets and commas inside strings do not count', async () => {
  const text = JSON.stringify('[{,"\\'.repeat(20_000));

  const sent = await sendJson(origin, Buffer.from(`{"webhookEndpoint":${text}}`), { authorization });

  expect(sent.text).toContain('webhookEndpoint');
});

test.each(['gRPC', 'Connect', 'REST'])('of twenty concurrent large messages some must be retried, over %s', async (name) => {
  const send = async () => {
    if (name === 'gRPC') return (await sendGrpc(usual.address, brokenElements(1_900), { authorization })).status;
    if (name === 'REST') return (await sendJson(origin, emptyObjects(1_900), { authorization })).status;
    return (await sendByHttp(origin, brokenElements(1_900), { authorization, type: 'application/proto' })).status;
  };
  const [checked, refused] = name === 'gRPC' ? [Code.InvalidArgument, Code.ResourceExhausted] : [400, 429];

  const statuses = await Promise.all(Array.from({ length: 20 }, send));

  expect(new Set(statuses)).toEqual(new Set([checked, refused]));
});

test('Connect JSON that is not UTF-8 is refused', async () => {
  const body = Buffer.concat([Buffer.from('{"umaDomain":"'), Buffer.from([0xc3]), Buffer.from('"}')]);

  const { status, text } = await sendByHttp(origin, body, { authorization, type: 'application/json' });

  expect([status, JSON.parse(text).message]).toEqual([400, 'The body is not valid UTF-8.']);
});

test('of thousands of violations a hundred are reported, by Connect', async () => {
  const { text } = await sendByHttp(origin, brokenElements(1_900), { authorization, type: 'application/proto' });

  const [detail] = JSON.parse(text).details;
  const { details } = fromBinary(ErrorDetailSchema, Buffer.from(detail.value, 'base64'));
  expect(details?.errors).toHaveLength(100);
});

test.each([
  ['keys that are missing', emptyObjects(1_900)],
  [
    'values out of range and entries that repeat',
    listOf(
      '{"currencyCode":"USD","minAmount":-1,"maxAmount":-2,"requiredCounterpartyFields":[],"enabledTransactionTypes":[]}',
      500,
    ),
  ],
])('of thousands of violations a hundred are reported, by REST: %s', async (_, body) => {
  const { status, text } = await sendJson(origin, body, { authorization });

  const { message, details } = JSON.parse(text);
  expect([status, message, details.errors.length]).toEqual([400, '100 fields are invalid', 100]);
});

function listOf(entry: string, count: number): Buffer {
  return Buffer.from(`{"supportedCurrencies":[${Array(count).fill(entry)}]}`);
}

test.each([
  ['cut off', Buffer.from([0x1a, 0x7f])],
  ['of no known form', Buffer.from([0x0f])],
  ['with text that is not UTF-8', Buffer.from([0x0a, 0x02, 0xff, 0xff])],
])('a message %s is invalid, and no internal error', async (_, message) => {
  const byGrpc = await sendGrpc(usual.address, message, { authorization });
  const byConnect = await sendByHttp(origin, message, { authorization, type: 'application/proto' });

  expect(byGrpc.status).toBe(Code.InvalidArgument);
  expect(byConnect.status).toBe(400);
});
