// Headers of every answer: it cannot run in a browser, be framed or be cached.
import { expect, test } from 'vitest';
import { startWorld } from '../kit/platform.ts';

const world = await startWorld();
const encrypted = await startWorld({ settings: { publicUrl: 'https://pay.example' } });

const closed = {
  'cache-control': 'no-store',
  'content-security-policy': expect.stringMatching(/^default-src 'none'; .*frame-ancestors 'none'$/),
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
};

test.each([
  ['/2025-10-13/customers', 200],
  ['/2025-10-13/customers/Customer:x', 404],
  ['/2025-10-13/elephants', 404],
  ['/2025-10-13/%', 400],
  ['/livez', 200],
  ['/end-user-terms', 200],
  ['/i/00000000', 404],
  ['/kyc/nobody', 404],
] as const)('%s (%i) is kept nowhere and framed nowhere', async (url, status) => {
  const answer = await world.raw({ method: 'GET', url, headers: { authorization: world.token } });

  expect(answer).toMatchObject({ status, headers: closed });
  expect(answer.headers['strict-transport-security']).toBeUndefined();
});

test('answers over Connect are not cached either', async () => {
  const url = '/payments.platform.v1.PlatformService/GetConfig';
  const headers = { authorization: world.token, 'content-type': 'application/json' };

  const answer = await world.raw({ method: 'POST', url, headers, payload: '{}' });

  expect(answer).toMatchObject({ status: 200, headers: closed });
});

test('documents that are the same for everyone may be cached', async () => {
  const { headers } = await world.raw({ method: 'GET', url: '/openapi.json', headers: {} });

  expect(headers).toMatchObject({ ...closed, 'cache-control': 'public, max-age=300' });
});

test('an installation with an https URL sends HSTS', async () => {
  const { headers } = await encrypted.raw({ method: 'GET', url: '/2025-10-13/config', headers: {} });

  expect(headers['strict-transport-security']).toBe('max-age=31536000');
});
