// The public error body, for any exception.

import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { Code, ConnectError } from '@connectrpc/connect';
import { afterAll, expect, test } from 'vitest';
import { renderError } from '../../gateway/errors.ts';
import { ErrorCode } from '../../gen/payments/common/v1/error_pb.ts';
import { type Log, silent } from '../../services/kit/core/log.ts';
import { duplicate, fail, fromDetail, Refusal, toConnectError, toDetail } from '../../services/kit/messages/fail.ts';
import { openBench, prefix, specimenId } from './specimens.ts';

const context = { requestId: 'r', log: silent };

test('a refusal has its status, code, message and details', () => {
  const { status, body, headers } = renderError(fail(ErrorCode.CONFLICT, 'No.', { reason: 'QUOTE_EXPIRED' }), context);

  expect(status).toBe(409);
  expect(JSON.parse(body)).toEqual({ status: 409, code: 'CONFLICT', message: 'No.', details: { reason: 'QUOTE_EXPIRED' } });
  expect(headers).toEqual({
    'content-type': 'application/json; charset=utf-8',
    link: '</docs/guides/errors#CONFLICT>; rel="help"',
    'x-request-id': 'r',
    'x-should-retry': 'false',
  });
});

test('a refusal across RPC is the same', () => {
  const refusal = new Refusal(ErrorCode.RATE_LIMITED, 'Wait.', { details: { a: 1 }, retryAfterSeconds: 7 });

  expect(renderError(toConnectError(refusal), context)).toEqual(renderError(refusal, context));
});

test('a duplicate is a conflict like any other, also across RPC', () => {
  const refusal = duplicate(ErrorCode.CONFLICT, 'No.', { existingAccountId: 'a' });
  const conflict = renderError(fail(ErrorCode.CONFLICT, 'No.', { existingAccountId: 'a' }), context);

  expect(toConnectError(refusal).code).toBe(Code.AlreadyExists);
  expect(renderError(refusal, context)).toEqual(conflict);
  expect(renderError(fromDetail(toDetail(refusal)), context)).toEqual(conflict);
});

test('the reason of a 401 is at the top and in the details', () => {
  const { body, headers } = renderError(fail(ErrorCode.UNAUTHORIZED, 'No.', { reason: 'Unknown client id.' }), context);

  expect(JSON.parse(body)).toEqual({
    status: 401,
    code: 'UNAUTHORIZED',
    message: 'No.',
    reason: 'Unknown client id.',
    details: { reason: 'Unknown client id.' },
  });
  expect(headers['www-authenticate']).toBe('Basic realm="payments", charset="UTF-8"');
});

const hints: { of: string; refusal: Refusal; retryAfter?: string; shouldRetry?: string }[] = [
  { of: 'a rate', refusal: fail(ErrorCode.RATE_LIMITED, ''), retryAfter: '1' },
  { of: 'a rate that says how long', refusal: new Refusal(ErrorCode.RATE_LIMITED, '', { retryAfterSeconds: 2.1 }), retryAfter: '3' },
  { of: 'a wait of nothing', refusal: new Refusal(ErrorCode.SERVICE_UNAVAILABLE, '', { retryAfterSeconds: 0 }), retryAfter: '1' },
  { of: 'a service that is down', refusal: fail(ErrorCode.SERVICE_UNAVAILABLE, ''), retryAfter: '1' },
  { of: "a day's volume", refusal: fail(ErrorCode.DAILY_VOLUME_LIMIT_EXCEEDED, ''), shouldRetry: 'false' },
  { of: 'a conflict', refusal: fail(ErrorCode.CONFLICT, ''), shouldRetry: 'false' },
  { of: 'a call in flight', refusal: new Refusal(ErrorCode.CONFLICT, '', { retryAfterSeconds: 1 }), retryAfter: '1' },
  { of: 'what is not there yet', refusal: fail(ErrorCode.NOT_IMPLEMENTED, ''), shouldRetry: 'false' },
  { of: 'a bad request', refusal: fail(ErrorCode.INVALID_INPUT, '') },
  { of: 'a failure', refusal: fail(ErrorCode.INTERNAL_ERROR, '') },
]; // biome-ignore format: a table

test.each(hints)('the retry hints of $of', ({ refusal, retryAfter, shouldRetry }) => {
  const { headers } = renderError(refusal, context);

  expect([headers['retry-after'], headers['x-should-retry']]).toEqual([retryAfter, shouldRetry]);
});

test.each([new Error('secret', { cause: 'db' }), 'text', undefined, null, new ConnectError('secret', Code.Internal)])(
  'an untyped error shows only its request id, and is logged once: %s',
  (thrown) => {
    const lines: object[] = [];
    const log: Log = { ...silent, error: (fields) => lines.push(fields) };

    const { status, body } = renderError(thrown, { requestId: 'r', log });

    expect(status).toBe(500);
    expect(JSON.parse(body)).toEqual({
      status: 500,
      code: 'INTERNAL_ERROR',
      message: expect.any(String),
      details: { requestId: 'r' },
    });
    expect(body).not.toContain('secret');
    expect(lines).toEqual([{ err: thrown, requestId: 'r' }]);
  },
);

const untyped = [
  [Code.InvalidArgument, 400, 'INVALID_INPUT'],
  [Code.Unauthenticated, 401, 'UNAUTHORIZED'],
  [Code.PermissionDenied, 403, 'FORBIDDEN'],
  [Code.NotFound, 404, 'REFERENCE_NOT_FOUND'],
  [Code.Aborted, 409, 'CONFLICT'],
  [Code.ResourceExhausted, 429, 'RATE_LIMITED'],
  [Code.Unimplemented, 501, 'NOT_IMPLEMENTED'],
  [Code.DeadlineExceeded, 503, 'SERVICE_UNAVAILABLE'],
] as const;

test.each(untyped)('RPC code %s without a detail is a %s %s', (code, status, name) => {
  expect(JSON.parse(renderError(new ConnectError('m', code), context).body)).toMatchObject({ status, code: name });
});

test('an internal error answers 500 with the request id', async () => {
  const { app } = await openBench({
    reply: () => {
      throw new TypeError('secret');
    },
  });

  const answer = await app.inject({
    url: `${prefix}/specimens/${specimenId}`,
    headers: { authorization: 'all', 'x-request-id': 'mine' },
  });

  expect(answer.statusCode).toBe(500);
  expect(answer.json().details).toEqual({ requestId: 'mine' });
});

test('a badly encoded URL is a 400', async () => {
  const { app } = await openBench();

  const answer = await app.inject({ url: `${prefix}/specimens/%zz` });

  expect(answer.json()).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  expect(answer.headers['x-request-id']).toBeDefined();
});

const bench = await openBench();
await bench.app.listen({ port: 0, host: '127.0.0.1' });
afterAll(() => bench.app.close());

test.each(['nonsense\r\n\r\n', `GET / HTTP/1.1\r\nhost: x\r\na: ${'x'.repeat(20_000)}\r\n\r\n`])(
  'invalid HTTP, or a header that is too long, is a 400 in JSON',
  async (text) => {
    const answer = await exchange(text);

    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(JSON.parse(answer.slice(answer.indexOf('\r\n\r\n')))).toMatchObject({ status: 400, code: 'INVALID_INPUT' });
  },
);

/** Sends bytes to the server and returns the whole answer. */
function exchange(text: string): Promise<string> {
  const { port } = bench.app.server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text));
    let answer = '';
    socket.on('data', (chunk) => {
      answer += chunk;
    });
    socket.on('end', () => resolve(answer));
    socket.on('error', reject);
  });
}
