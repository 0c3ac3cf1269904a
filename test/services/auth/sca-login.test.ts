// SCA logins: started and verified.
import { describe, expect, test } from 'vitest';
import { logIn, scaCode } from '../../kit/european.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { ip, loginsIn } from './sca-applicants.ts';

const world = await sharedWorld();
const { newApplicant } = loginsIn(world);

const dayMs = 24 * 3_600_000;

test('a verified phone is a factor', async () => {
  const { call } = await newApplicant();

  expect(await call('GET', 'factors')).toMatchObject({ status: 200, body: { factors: [{ factor: 'SMS_OTP' }] } });
});

test('a login starts with a code that is valid for five minutes, and opens a session of 180 days', async () => {
  const { call, complete } = await newApplicant();
  const now = world.wall.now().getTime();

  const started = await call('POST', 'login/start', { body: { factor: 'SMS_OTP' } });
  const done = await complete(started.body.challengeId, scaCode);

  expect(started).toMatchObject({
    status: 200,
    body: {
      factor: 'SMS_OTP',
      challengeId: expect.stringMatching(/^ScaChallenge:[0-9a-f-]{36}$/),
      expiresAt: new Date(now + 300_000).toISOString(),
    },
  });
  expect(done).toMatchObject({
    status: 200,
    body: { status: 'SUCCESS', sessionExpiresAt: new Date(now + 180 * dayMs).toISOString() },
  });
});

test('a proof opens one session, and a new start invalidates the previous one', async () => {
  const { start, complete } = await newApplicant();
  const first = await start();
  const second = await start();

  const old = await complete(first, scaCode);
  const right = await complete(second, scaCode);
  const again = await complete(second, scaCode);

  expect([old.status, right.status, again.status]).toEqual([400, 200, 400]);
});

test('an expired code opens no session', async () => {
  const { start, complete } = await newApplicant();
  const challengeId = await start();
  world.wall.advance(300_000);

  expect(await complete(challengeId, scaCode)).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
});

describe('a proof is refused', () => {
  test.each([
    ['without a code', { code: undefined }, 'code'],
    ['with two proofs', { passkeyAssertion: {}, origin: 'https://a.example' }, 'passkeyAssertion'],
    ['with an assertion of no origin', { code: undefined, passkeyAssertion: {} }, 'origin'],
    ['without its challenge', { challengeId: undefined }, 'challengeId'],
    ['from no address', { endUserIpAddress: 'here' }, 'endUserIpAddress'],
    ['of no factor', { factor: 'FAX' }, 'factor'],
  ])('%s', async (_, changes, field) => {
    const { call, start } = await newApplicant();
    const challengeId = await start();
    const body = { factor: 'SMS_OTP', challengeId, code: scaCode, endUserIpAddress: ip, ...changes };

    const answer = await call('POST', 'login/complete', { body });

    expect(answer).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT', details: { errors: [{ field }] } } });
  });

  test.each(['TOTP', 'PASSKEY'])('by %s, which the customer does not have', async (factor) => {
    const { call } = await newApplicant();

    expect(await call('POST', 'login/start', { body: { factor } })).toMatchObject({
      status: 400,
      body: { code: 'INVALID_INPUT' },
    });
  });
});

describe('outside of Europe', () => {
  test.each([
    ['GET', 'factors', undefined],
    ['POST', 'factors', { type: 'TOTP' }],
    ['POST', 'factors/confirm', { type: 'TOTP', secret: 'x', code: scaCode }],
    ['POST', 'factors', { type: 'PASSKEY' }],
    ['POST', 'factors/confirm', { type: 'PASSKEY', origin: 'https://localhost', credential: {} }],
    ['POST', 'factors/reset', { factor: 'SMS_OTP' }],
    ['POST', 'login/start', { factor: 'SMS_OTP' }],
    ['POST', 'login/complete', { factor: 'SMS_OTP', challengeId: 'x', code: scaCode, endUserIpAddress: ip }],
    ['POST', 'record-event', { eventType: 'FAILED_LOGIN_ATTEMPT' }],
  ] as const)('%s /sca/%s conflicts', async (verb, path, body) => {
    const { body: made } = await world.rest('POST', '/customers', {
      body: { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'US' },
    });

    const answer = await world.rest(verb, `/sca/${path}?customerId=${made.id}`, body && { body });

    expect(answer).toMatchObject({ status: 409, body: { code: 'CONFLICT', details: { reason: 'SCA_NOT_REQUIRED' } } });
  });
});

test("another platform's customer is not found", async () => {
  const { customerId } = await newApplicant();
  const other = await world.newPlatform();

  expect(await other.rest('GET', `/sca/factors?customerId=${customerId}`)).toMatchObject({
    status: 404,
    body: { code: 'USER_NOT_FOUND' },
  });
  expect((await other.rest('GET', '/sca/factors')).status).toBe(400);
});

test('a deleted customer is logged out', async () => {
  const { customerId } = await newApplicant();
  await logIn(world.rest, customerId);
  await world.rest('DELETE', `/customers/${customerId}`);

  expect((await world.rest('GET', `/sca/factors?customerId=${customerId}`)).status).toBe(404);
});
