// Logins by strong customer authentication: started, proved, and locked after too many failures.
import { describe, expect, test } from 'vitest';
import { logIn, newEuropean, scaCode } from '../../kit/european.ts';
import { startWorld } from '../../kit/platform.ts';
import type { RestOptions } from '../../kit/rest.ts';

const world = await startWorld();
const ip = '198.51.100.7';
const dayMs = 24 * 3_600_000;

async function newApplicant() {
  const { customerId } = await newEuropean(world.rest, { amount: 0 });
  const call = (verb: 'GET' | 'POST', path: string, options?: RestOptions) =>
    world.rest(verb, `/sca/${path}?customerId=${customerId}`, options);
  const start = async () => (await call('POST', 'login/start', { body: { factor: 'SMS_OTP' } })).body.challengeId as string;
  const complete = (challengeId: string, code: string) =>
    call('POST', 'login/complete', { body: { factor: 'SMS_OTP', challengeId, code, endUserIpAddress: ip } });
  const record = (eventType: string) => call('POST', 'record-event', { body: { eventType } });
  return { customerId, call, start, complete, record };
}

test('a verified phone is a factor', async () => {
  const { call } = await newApplicant();

  expect(await call('GET', 'factors')).toMatchObject({ status: 200, body: { factors: [{ factor: 'SMS_OTP' }] } });
});

test('a login starts with a code that lives five minutes, and opens a session of 180 days', async () => {
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

test('a proof opens one session, and a new start voids the one before', async () => {
  const { start, complete } = await newApplicant();
  const first = await start();
  const second = await start();

  const old = await complete(first, scaCode);
  const right = await complete(second, scaCode);
  const again = await complete(second, scaCode);

  expect([old.status, right.status, again.status]).toEqual([400, 200, 400]);
});

test('an expired code opens nothing', async () => {
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

test('beyond ten codes an hour none goes out, and the last one stays good', async () => {
  const { start, complete } = await newApplicant();
  const ids: string[] = [];
  for (let i = 0; i < 12; i++) ids.push(await start());

  expect(new Set(ids).size).toBe(10);
  expect(ids.slice(9)).toEqual([ids[9], ids[9], ids[9]]);
  expect((await complete(ids.at(-1) ?? '', scaCode)).status).toBe(200);
});

test('failures lock for longer each time, and the ninth suspends', async () => {
  const { call, complete, start, record } = await newApplicant();
  const locks = [900_000, 1_800_000, 3_600_000, dayMs];
  for (let i = 1; i <= 4; i++) {
    expect(await complete(await start(), '000000')).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  }

  for (const [i, lockMs] of locks.entries()) {
    const failedAttempts = 5 + i;
    const lockedUntil = new Date(world.wall.now().getTime() + lockMs).toISOString();
    expect(await record('FAILED_LOGIN_ATTEMPT')).toMatchObject({
      status: 200,
      body: { eventType: 'FAILED_LOGIN_ATTEMPT', suspended: false, failedAttempts, lockedUntil },
    });
    expect(await complete(await start(), scaCode)).toMatchObject({
      status: 423,
      body: { code: 'ACCOUNT_LOCKED', details: { suspended: false, failedAttempts, lockedUntil } },
    });
    world.wall.advance(lockMs);
  }
  expect(await record('FAILED_LOGIN_ATTEMPT')).toMatchObject({ status: 200, body: { suspended: true, failedAttempts: 9 } });
  const suspended = await record('FAILED_LOGIN_ATTEMPT');
  expect(suspended).toMatchObject({ status: 423, body: { code: 'ACCOUNT_LOCKED', details: { suspended: true } } });
  expect(suspended.body.details).not.toHaveProperty('lockedUntil');

  expect(await record('RESET_PASSWORD_COMPLETED')).toMatchObject({
    status: 200,
    body: { eventType: 'RESET_PASSWORD_COMPLETED', suspended: false, failedAttempts: 0 },
  });
  expect((await complete(await start(), scaCode)).status).toBe(200);
  expect((await call('POST', 'record-event', { body: { eventType: 'COFFEE' } })).status).toBe(400);
});

test('a failure while locked counts as well', async () => {
  const { record } = await newApplicant();
  for (let i = 0; i < 5; i++) await record('FAILED_LOGIN_ATTEMPT');

  const locked = await record('FAILED_LOGIN_ATTEMPT');
  world.wall.advance(1_800_000);
  const next = await record('FAILED_LOGIN_ATTEMPT');

  expect([locked.status, locked.body.details.failedAttempts]).toEqual([423, 5]);
  expect([next.status, next.body.failedAttempts]).toEqual([200, 7]);
});

test('of wrong proofs at once each counts', async () => {
  const { complete, start, record } = await newApplicant();
  const challengeId = await start();

  await Promise.all(Array.from({ length: 4 }, () => complete(challengeId, '999999')));

  expect((await record('FAILED_LOGIN_ATTEMPT')).body.failedAttempts).toBe(5);
});

describe('outside of Europe', () => {
  test.each([
    ['GET', 'factors', undefined],
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

test("another platform's customer is nobody", async () => {
  const { customerId } = await newApplicant();
  const other = await world.newPlatform();

  expect(await other.rest('GET', `/sca/factors?customerId=${customerId}`)).toMatchObject({
    status: 404,
    body: { code: 'USER_NOT_FOUND' },
  });
  expect((await other.rest('GET', '/sca/factors')).status).toBe(400);
});

test('who is deleted is logged out', async () => {
  const { customerId } = await newApplicant();
  await logIn(world.rest, customerId);
  await world.rest('DELETE', `/customers/${customerId}`);

  expect((await world.rest('GET', `/sca/factors?customerId=${customerId}`)).status).toBe(404);
});
