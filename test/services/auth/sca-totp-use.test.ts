// Authenticator apps in logins, never for payments.
import { expect, test } from 'vitest';
import { logIn, newIban, scaCode } from '../../kit/european.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { completeLogin, startLogin, totpHoldersIn } from './sca-totp-holders.ts';

const world = await sharedWorld();
const newTotpHolder = totpHoldersIn(world);
const refused = { status: 400, body: { code: 'INVALID_INPUT' } };
const wrong = '000000';

test('a login by code needs no challenge id and ends by the code', async () => {
  const applicant = await newTotpHolder();

  const started = await startLogin(applicant);
  const done = await completeLogin(applicant, scaCode);

  expect([started.status, started.body]).toEqual([200, { factor: 'TOTP' }]);
  expect(done).toMatchObject({ status: 200, body: { status: 'SUCCESS', sessionExpiresAt: expect.any(String) } });
  expect(await completeLogin(applicant, scaCode)).toMatchObject(refused);
});

test.each(['x', 7, {}, null])('a login by code ignores the challenge id %j', async (challengeId) => {
  const applicant = await newTotpHolder();
  await startLogin(applicant);
  const body = { factor: 'TOTP', challengeId, code: scaCode, endUserIpAddress: '2001:db8::1' };

  expect((await applicant.call('POST', 'login/complete', { body })).status).toBe(200);
});

test('a login by code expires after ten minutes', async () => {
  const applicant = await newTotpHolder();
  await startLogin(applicant);
  world.wall.advance(600_000);

  expect(await completeLogin(applicant, scaCode)).toMatchObject(refused);
});

test('a login is completed by the factor that it was started with', async () => {
  const applicant = await newTotpHolder();
  await startLogin(applicant);

  const bySms = await applicant.complete('ScaChallenge:00000000-0000-7000-8000-000000000000', scaCode);
  const challengeId = await applicant.start();
  const byTotp = await completeLogin(applicant, scaCode);

  expect([bySms, byTotp]).toMatchObject([refused, refused]);
  expect((await applicant.complete(challengeId, scaCode)).status).toBe(200);
});

test('logins by code are not limited by codes that are sent', async () => {
  const applicant = await newTotpHolder();
  for (let i = 0; i < 11; i++) await applicant.start();

  await startLogin(applicant);

  expect((await completeLogin(applicant, scaCode)).status).toBe(200);
});

test('a recovery code replaces the code of one login', async () => {
  const applicant = await newTotpHolder();
  const [first = '', second = ''] = applicant.recoveryCodes;
  const attempt = async (code: string) => {
    await startLogin(applicant);
    return (await completeLogin(applicant, code)).status;
  };

  expect([await attempt(first), await attempt(first), await attempt(second), await attempt('AAAA-AAAA-AAAA')]).toEqual([
    200, 400, 200, 400,
  ]);
});

test('of logins at once by one recovery code one succeeds', async () => {
  const applicant = await newTotpHolder();
  const [code = ''] = applicant.recoveryCodes;
  await startLogin(applicant);

  const statuses = (await Promise.all(Array.from({ length: 4 }, () => completeLogin(applicant, code)))).map(
    ({ status }) => status,
  );

  expect(statuses.filter((status) => status === 200)).toHaveLength(1);
});

test('wrong codes lock, and the lock hides the right one', async () => {
  const applicant = await newTotpHolder();
  await startLogin(applicant);
  for (let i = 0; i < 5; i++) expect(await completeLogin(applicant, wrong)).toMatchObject(refused);

  const locked = { status: 423, body: { code: 'ACCOUNT_LOCKED', details: { failedAttempts: 5, suspended: false } } };
  expect(await completeLogin(applicant, scaCode)).toMatchObject(locked);
  expect(await completeLogin(applicant, applicant.recoveryCodes[0] ?? '')).toMatchObject(locked);
});

test('a payment is not authorized by code', async () => {
  const { customerId } = await newTotpHolder();
  await logIn(world.rest, customerId);
  const accounts = await world.rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=EUR`);
  const accountId = accounts.body.data[0].id;
  await world.rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 100_000 } });
  const to = await newIban(world.rest, customerId);
  const body = {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: to },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000,
  };
  const { body: quote } = await world.rest('POST', '/quotes', { body });

  const byTotp = await world.rest('POST', `/quotes/${quote.id}/execute`, { body: { scaFactor: 'TOTP' } });
  const bySms = await world.rest('POST', `/quotes/${quote.id}/execute`);

  expect(byTotp).toMatchObject(refused);
  expect(bySms.body.scaChallenge).toMatchObject({ factor: 'SMS_OTP', availableFactors: ['SMS_OTP'] });
});
