// Completed resets: the lost factor is gone, and so is the session.
import { expect, test } from 'vitest';
import { enrollPasskey } from '../../kit/browser-passkey.ts';
import { dieAt } from '../../kit/death.ts';
import { logIn, newIban, scaCode } from '../../kit/european.ts';
import { startWorld } from '../../kit/platform.ts';
import { mobile, resetsIn } from './sca-resets.ts';
import { completeLogin, confirmTotp, startLogin, startTotp } from './sca-totp-holders.ts';

const world = await startWorld();
const { newApplicant, newHolder, resetsOf } = resetsIn(world);
const refused = { status: 400, body: { code: 'INVALID_INPUT' } };
const number = `${mobile.countryCode}${mobile.number}`;
const customerOf = async (id: string) => (await world.rest('GET', `/customers/${id}`)).body;

test('an authenticator app is removed with its recovery codes, until it is enrolled again', async () => {
  const holder = await newHolder();
  const { applicant, passed, status, complete, factors, recoveryCodes } = holder;
  await startLogin(applicant);
  const resetId = await passed('TOTP');
  const before = await status(resetId);
  expect(await factors()).toEqual(['SMS_OTP', 'TOTP', 'PASSKEY']);

  expect((await complete(resetId, { mobile })).status).toBe(204);

  expect(before).toMatchObject({ status: 'LIVENESS_PASSED', enrollmentStatus: 'PENDING', completedAt: null });
  expect(await factors()).toEqual(['SMS_OTP', 'PASSKEY']);
  expect(await completeLogin(applicant, scaCode)).toMatchObject(refused);
  expect(await completeLogin(applicant, recoveryCodes[0] ?? '')).toMatchObject(refused);
  expect((await customerOf(holder.customerId)).phoneNumber).not.toBe(number);
  expect((await status(resetId)).enrollmentStatus).toBe('PENDING');
  await confirmTotp(applicant, (await startTotp(applicant)).secret);
  expect(await status(resetId)).toMatchObject({ status: 'COMPLETED', enrollmentStatus: 'COMPLETED' });
});

test('a passkey is removed, and its open challenges cannot be proven', async () => {
  const { applicant, customerId, passed, status, complete, factors, passkey } = await newHolder();
  const { body: login } = await applicant.call('POST', 'login/start', { body: { factor: 'PASSKEY' } });
  const resetId = await passed('PASSKEY');

  await complete(resetId);

  expect(await factors()).toEqual(['SMS_OTP', 'TOTP']);
  const body = { factor: 'PASSKEY', endUserIpAddress: '198.51.100.7', ...passkey.prove(login.passkeyOptions) };
  expect(await applicant.call('POST', 'login/complete', { body })).toMatchObject(refused);
  const { credentialId } = await enrollPasskey(world.rest, customerId);
  await world.rest('DELETE', `/sca/factors/${credentialId}?customerId=${customerId}`);
  expect((await status(resetId)).enrollmentStatus).toBe('COMPLETED');
});

test('a new phone number is verified at once, and becomes that of the customer', async () => {
  const applicant = await newApplicant();
  const { passed, complete } = resetsOf(applicant);
  const lost = await applicant.start();

  expect((await complete(await passed(), { mobile })).status).toBe(204);

  expect(await customerOf(applicant.customerId)).toMatchObject({
    phoneNumber: number,
    contactVerification: { phone: 'VERIFIED', email: 'VERIFIED' },
  });
  expect((await applicant.call('GET', 'factors')).body).toEqual({ factors: [{ factor: 'SMS_OTP' }] });
  expect(await applicant.complete(lost, scaCode)).toMatchObject(refused);
  expect((await applicant.complete(await applicant.start(), scaCode)).status).toBe(200);
});

test('if a process dies after the reset, the number is that of the factor at once, and of the customer by a job', async () => {
  const applicant = await newApplicant();
  const { passed, status, complete } = resetsOf(applicant);
  const resetId = await passed();
  dieAt('factor reset');

  const died = await complete(resetId, { mobile });
  const { phoneNumber: before } = await customerOf(applicant.customerId);
  const factors = (await applicant.call('GET', 'factors')).body;
  await world.settle();

  expect([died.status, before === number, factors]).toEqual([500, false, { factors: [{ factor: 'SMS_OTP' }] }]);
  expect((await status(resetId)).status).toBe('COMPLETED');
  expect((await customerOf(applicant.customerId)).phoneNumber).toBe(number);
});

test('the session ends: a payment to a trusted payee then requires a login', async () => {
  const holder = await newHolder();
  const { customerId, passed, complete } = holder;
  const { body: accounts } = await world.rest('GET', `/customers/internal-accounts?customerId=${customerId}&currency=EUR`);
  const accountId = accounts.data[0].id;
  await world.rest('POST', `/sandbox/internal-accounts/${accountId}/fund`, { body: { amount: 10_000 } });
  const to = await newIban(world.rest, customerId);
  await world.rest('POST', `/customers/external-accounts/${to}/trust`);
  await world.rest('POST', `/customers/external-accounts/${to}/trust/confirm`, { body: { code: scaCode } });
  await logIn(world.rest, customerId);
  const body = {
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: to },
    lockedCurrencySide: 'SENDING',
    lockedCurrencyAmount: 1_000,
  };
  const { body: quote } = await world.rest('POST', '/quotes', { body });

  await complete(await passed('PASSKEY'));
  const loggedOut = await world.rest('POST', `/quotes/${quote.id}/execute`);
  await logIn(world.rest, customerId);
  const loggedIn = await world.rest('POST', `/quotes/${quote.id}/execute`);

  expect(loggedOut).toMatchObject({ status: 409, body: { code: 'SCA_SESSION_REQUIRED' } });
  expect(loggedIn.body.status).toBe('COMPLETED');
});

test('a reset ends no lock', async () => {
  const { applicant, passed, complete } = await newHolder();
  for (let i = 0; i < 5; i++) await applicant.record('FAILED_LOGIN_ATTEMPT');

  expect((await complete(await passed('TOTP'))).status).toBe(204);
  expect(await applicant.record('FAILED_LOGIN_ATTEMPT')).toMatchObject({ status: 423, body: { details: { failedAttempts: 6 } } });
});

test('of concurrent completions one succeeds', async () => {
  const { passed, complete } = resetsOf(await newApplicant());
  const resetId = await passed();

  const answers = await Promise.all([1, 2, 3].map(() => complete(resetId, { mobile })));

  expect(answers.map(({ status }) => status).toSorted()).toEqual([204, 400, 400]);
});
