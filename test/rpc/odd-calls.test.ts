// Calls that no regular client sends: each gets a response immediately and at low cost.
import { connect } from 'node:net';
import { Code } from '@connectrpc/connect';
import { expect, test } from 'vitest';
import { connectHttp2, endStream, openStream, refusalsIn } from '../../bench/attacks/frames.ts';
import { compressedMessages, enveloped, sendByHttp, sendEnvelopes, updateConfigPath } from '../../bench/attacks/messages.ts';
import { openAttacked } from '../kit/attacked.ts';

const { origin, authorization, door, authentications } = await openAttacked();
const { address, port } = await door();
const httpPort = Number(new URL(origin).port);
const otherAuthorization = `Basic ${btoa('another:client')}`;

/** The first response to these bytes: its body ends in JSON or in HTML. */
async function answerTo(bytes: string): Promise<string> {
  const socket = connect(httpPort, '127.0.0.1');
  socket.write(bytes);
  let text = '';
  for await (const chunk of socket) {
    text += chunk;
    if (/\r\n\r\n[^]*[}>]\s*$/.test(text)) break;
  }
  return text;
}

test.each([
  ['one is looked at', 1, [authorization]],
  ['two are not, the right one first', 0, [authorization, otherAuthorization]],
  ['two are not, the right one last', 0, [otherAuthorization, authorization]],
  ['two are not, even the same', 0, [authorization, authorization]],
])('authorizations of a call by gRPC: %s', async (_, looks, values) => {
  const socket = connectHttp2('127.0.0.1', port);
  const before = authentications();
  let received: Buffer = Buffer.alloc(0);
  socket.on('data', (bytes: Buffer) => (received = Buffer.concat([received, bytes])));
  const headers = values.map((value) => ['authorization', value] as const);

  socket.write(Buffer.concat([openStream(1, updateConfigPath, headers), endStream(1)]));
  await expect.poll(() => refusalsIn(received).answered).toBeGreaterThan(0);

  expect(authentications() - before).toBe(looks);
  socket.destroy();
});

test.each(['application/proto', 'application/json', 'application/grpc-web+proto'])(
  'two authorizations by HTTP are refused, with a body of %s',
  async (type) => {
    const head = [`POST ${updateConfigPath} HTTP/1.1`, 'host: a', `content-type: ${type}`, 'content-length: 0'];
    const credentials = [`authorization: ${authorization}`, `authorization: ${otherAuthorization}`];

    const answer = await answerTo(`${[...head, ...credentials].join('\r\n')}\r\n\r\n`);

    expect(answer).toMatch(/^HTTP\/1.1 400 [^]+The header authorization must not be repeated\./);
  },
);

test.each([
  ['no host, by HTTP/1.0', ['HTTP/1.0']],
  ['a host that is none', ['HTTP/1.1', 'host: a b[']],
])('a call by Connect with %s is answered', async (_, [version = '', ...lines]) => {
  const head = [`POST ${updateConfigPath} ${version}`, ...lines, 'content-type: application/proto', 'content-length: 0'];

  const answer = await answerTo(`${head.join('\r\n')}\r\n\r\n`);

  expect(answer).toMatch(/^HTTP\/1.1 400 [^]+The header host must be a valid host\./);
});

test('of thousands of compressed messages in one call none is decompressed', async () => {
  const answer = await sendEnvelopes(address, compressedMessages(3_000), { isGzip: true, authorization });

  expect(answer).toEqual({ status: Code.InvalidArgument, message: 'The call has too many messages at once.' });
});

test.each([
  ['two messages', Buffer.concat([enveloped(Buffer.alloc(0)), enveloped(Buffer.alloc(0))])],
  ['half a message', enveloped(Buffer.from([0x22, 0x00])).subarray(0, 6)],
  ['less than an envelope', Buffer.alloc(3)],
  ['a compressed message', enveloped(Buffer.alloc(0), true)],
])('gRPC-Web with %s is invalid', async (_, body) => {
  const headers = { 'content-type': 'application/grpc-web+proto', authorization };

  const answer = await fetch(`${origin}${updateConfigPath}`, { method: 'POST', headers, body: new Uint8Array(body) });

  expect(`${answer.headers.get('grpc-status')} ${await answer.text()}`).toContain(`${Code.InvalidArgument}`);
});

test.each(['application/connect+json', 'application/grpc', 'application/grpc-web-text', 'text/plain', ''])(
  'the content type %j, which no method accepts, gets the common error',
  async (type) => {
    const { status, text } = await sendByHttp(origin, Buffer.from('{}'), { authorization, type });

    expect([status, JSON.parse(text).code]).toEqual([400, 'INVALID_INPUT']);
  },
);

test.each(['application/json', 'application/proto'])('a malformed message of %s gets the common error', async (type) => {
  const { status, text } = await sendByHttp(origin, Buffer.from('{"umaDomain":'), { authorization, type });

  expect(status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({
    code: 'invalid_argument',
    message: 'The request is not a valid payments.platform.v1.UpdateConfigRequest.',
    details: [{ type: 'payments.common.v1.ErrorDetail' }],
  });
});

test.each([
  ['a form', 'application/x-www-form-urlencoded'],
  ['a form with files', 'multipart/form-data; boundary=x'],
  ['JSON', 'application/json'],
])('%s that is sent to a page without its link is answered before any of it has come', async (_, type) => {
  const head = ['POST /kyc/nobody HTTP/1.1', 'host: a', `content-type: ${type}`, 'content-length: 1000000'];

  const answer = await answerTo(`${head.join('\r\n')}\r\n\r\n`);

  expect(answer).toMatch(/^HTTP\/1.1 404 /);
});
