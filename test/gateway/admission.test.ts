// What the gateway refuses before any method runs, and what it adds to every answer.
import { randomBytes } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { expect, test, vi } from 'vitest';
import { buildApp } from '../../gateway/app.ts';
import { Permission } from '../../gen/payments/rest/v1/rest_pb.ts';
import { EventService, PublicKeysSchema } from '../../gen/payments/webhooks/v1/webhook_pb.ts';
import { auth } from '../../services/auth/service.ts';
import { openAuthenticator } from '../../services/kit/calls/authenticator.ts';
import { callerTokens } from '../../services/kit/calls/caller-token.ts';
import { silent } from '../../services/kit/core/log.ts';
import { platform } from '../../services/platform/service.ts';
import { startWorld } from '../kit/platform.ts';
import { outcome } from '../kit/rest.ts';

const world = await startWorld({ doors: [platform, auth] });
const viewer = await world.newPlatform({ currencies: ['USD'], permissions: [Permission.VIEW] });

test('without credentials the error says only that they are missing', async () => {
  const answer = await world.rest('GET', '/config', { token: null });

  expect(answer.body).toEqual({
    status: 401,
    code: 'UNAUTHORIZED',
    message: expect.any(String),
    reason: 'The Authorization header is missing.',
    details: { reason: 'The Authorization header is missing.' },
  });
  expect(answer.headers['www-authenticate']).toBe('Basic realm="payments", charset="UTF-8"');
});

test('VIEW allows reads, and nothing else', async () => {
  const read = await viewer.rest('GET', '/config');
  const change = await viewer.rest('PATCH', '/config', { body: {} });
  const make = await viewer.rest('POST', '/tokens', { body: { name: 'a', permissions: ['VIEW'] } });

  expect([read, change, make].map(outcome)).toEqual([
    [200, undefined],
    [403, 'FORBIDDEN'],
    [403, 'FORBIDDEN'],
  ]);
});

test('MANAGE alone does not read', async () => {
  const manager = await world.newPlatform({ currencies: ['USD'], permissions: [Permission.MANAGE] });

  expect(outcome(await manager.rest('GET', '/config'))).toEqual([403, 'FORBIDDEN']);
  expect(outcome(await manager.rest('PATCH', '/config', { body: {} }))).toEqual([200, undefined]);
});

test('an unknown route is not found, with or without credentials', async () => {
  const answers = [await world.rest('GET', '/nothing'), await world.rest('GET', '/nothing', { token: null })];

  expect(answers.map(outcome)).toEqual([
    [404, 'REFERENCE_NOT_FOUND'],
    [404, 'REFERENCE_NOT_FOUND'],
  ]);
});

test.each(['/2024-01-01/config', '/config', '/', '/2025-10-13', '/2025-10-13/'])('%s is no route', async (url) => {
  const answer = await world.app.inject({ method: 'GET', url, headers: { authorization: world.token } });

  expect([answer.statusCode, answer.json().code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
});

test('405 lists the methods of the path', async () => {
  const answer = await world.rest('PUT', '/config', { token: null, body: {} });

  expect(outcome(answer)).toEqual([405, 'METHOD_NOT_ALLOWED']);
  expect(answer.headers.allow).toBe('GET, HEAD, PATCH');
});

test.each(['GET', 'HEAD', 'PUT', 'OPTIONS', 'TRACE', 'PROPFIND', 'M-SEARCH'] as const)(
  '%s of an RPC is no call',
  async (method) => {
    const url = '/payments.platform.v1.PlatformService/GetConfig?connect=v1';
    const answer = await world.app.inject({ method: method as 'GET', url, headers: { authorization: world.token } });

    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
    if (method !== 'HEAD')
      expect(answer.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED', message: 'This path supports POST.' });
  },
);

test.each([
  ['malformed JSON', '{"umaDomain":', 'application/json'],
  ['a list', '[]', 'application/json'],
  ['a text', '"text"', 'application/json'],
  ['another content type', 'umaDomain=a', 'application/x-www-form-urlencoded'],
  ['plain text', '{}', 'text/plain'],
  ['more than 1 MiB', JSON.stringify({ umaDomain: 'a'.repeat(1024 * 1024) }), 'application/json'],
])('%s is no body', async (_, payload, type) => {
  const answer = await world.rest('PATCH', '/config', { payload, headers: { 'content-type': type } });

  expect(outcome(answer)).toEqual([400, 'INVALID_INPUT']);
});

test('an update requires a body, which can be an empty object', async () => {
  const headers = { 'content-type': 'application/json' };
  const none = await world.rest('PATCH', '/config', { payload: '', headers });
  const empty = await world.rest('PATCH', '/config', { payload: '{}', headers });

  expect([outcome(none), empty.status]).toEqual([[400, 'INVALID_INPUT'], 200]);
});

test('permission is checked before the body is read', async () => {
  const answer = await viewer.rest('PATCH', '/config', { payload: '{', headers: { 'content-type': 'application/json' } });

  expect(outcome(answer)).toEqual([403, 'FORBIDDEN']);
});

test("every answer carries a request id: the caller's if it is valid, otherwise a new one", async () => {
  const own = 'a.B:9_-';
  const echoed = await world.rest('GET', '/config', { headers: { 'x-request-id': own } });
  const refused = await world.rest('GET', '/nothing', { headers: { 'x-request-id': own } });
  const unfit = await world.rest('GET', '/config', { headers: { 'x-request-id': 'a b' } });
  const signedRetry = await world.rest('GET', '/config', { headers: { 'request-id': own } });

  expect([echoed, refused].map(({ headers }) => headers['x-request-id'])).toEqual([own, own]);
  for (const { headers } of [unfit, signedRetry]) expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
});

test('an internal error shows its request id and nothing else', async () => {
  const { getPublicKeys } = EventService.method;
  world.absent.answer(getPublicKeys, () => Promise.reject(new Error('secret detail of ours')));
  const silence = vi.spyOn(console, 'error').mockImplementation(() => undefined);

  const answer = await world.app.inject({
    method: 'GET',
    url: '/.well-known/webhook-public-key.pem',
    headers: { 'x-request-id': 'r-1' },
  });

  silence.mockRestore();
  expect(answer.statusCode).toBe(500);
  expect(answer.json()).toEqual({
    status: 500,
    code: 'INTERNAL_ERROR',
    message: expect.any(String),
    details: { requestId: 'r-1' },
  });
  expect(answer.body).not.toContain('secret detail');
});

test('webhook keys are public, for the requested environment', async () => {
  world.absent.answer(EventService.method.getPublicKeys, (request) =>
    create(PublicKeysSchema, { pem: `key of ${(request as unknown as { environment: string }).environment}` }),
  );

  const own = await world.app.inject('/.well-known/webhook-public-key.pem');
  const other = await world.app.inject('/.well-known/webhook-public-key.pem?environment=production');

  expect(own.headers['content-type']).toBe('application/x-pem-file');
  expect([own.body, other.body]).toEqual(['key of sandbox', 'key of production']);
});

test('the state of the process and the document need no credentials', async () => {
  const answers = await Promise.all(['/livez', '/readyz', '/openapi.json'].map((url) => world.app.inject(url)));

  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
  expect(answers[2]?.json().paths).toHaveProperty('/config');
});

test.each(['/livez', '/readyz', '/metrics', '/openapi.json', '/end-user-terms', '/.well-known/webhook-public-key.pem'])(
  '%s is readable, and refuses every other verb like an operation',
  async (url) => {
    const verbs = ['POST', 'DELETE', 'PUT', 'OPTIONS', 'TRACE', 'QUERY', 'LOCK'];
    const answers = await Promise.all(verbs.map((method) => world.app.inject({ method: method as 'PUT', url })));

    expect(answers.map(({ statusCode, headers }) => [statusCode, headers.allow])).toEqual(answers.map(() => [405, 'GET, HEAD']));
    const message = 'This path supports GET, HEAD.';
    expect(answers[0]?.json()).toEqual({ status: 405, code: 'METHOD_NOT_ALLOWED', message });
  },
);

test.each([
  ['/kyc/token', 'GET, HEAD, POST'],
  ['/i/code', 'GET, HEAD'],
])('%s of people refuses other verbs in JSON', async (url, allowed) => {
  for (const method of ['PUT', 'PROPFIND']) {
    const answer = await world.app.inject({ method: method as 'PUT', url });

    expect([answer.statusCode, answer.headers.allow, answer.json().code]).toEqual([405, allowed, 'METHOD_NOT_ALLOWED']);
  }
});

test('another verb of a path with an empty variable is no route', async () => {
  const answer = await world.app.inject({ method: 'PROPFIND' as 'PUT', url: '/2025-10-13/customers/' });

  expect([answer.statusCode, answer.json().code]).toEqual([404, 'REFERENCE_NOT_FOUND']);
});

test('a stopping process answers with the common error shape', async () => {
  const { wall, running } = world;
  const { dispatch } = running;
  const tokens = callerTokens({ keys: [randomBytes(32)], audiences: [], wall });
  const authenticator = openAuthenticator({ dispatch, tokens, wall, mode: 'sandbox' });
  const app = await buildApp({
    services: [],
    checks: [],
    dispatch,
    authenticator,
    mode: 'sandbox',
    publicUrl: 'http://localhost:8080',
    problem: () => 'This process is stopping.',
    metrics: async () => '',
    log: silent,
  });

  const { statusCode, headers, body } = await app.inject('/readyz');

  expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
  const message = 'This process is stopping.';
  expect(JSON.parse(body)).toEqual({ status: 503, code: 'SERVICE_UNAVAILABLE', message });
  await app.close();
});
