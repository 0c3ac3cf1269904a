// The session of a customer, as payments see it: what opens it, and what ends it.
import { describe, expect, test } from 'vitest';
import { logIn, newEuropean, newIban, scaCode } from '../../kit/european.ts';
import { quoteBody } from '../../kit/payments.ts';
import { startWorld } from '../../kit/platform.ts';

const world = await startWorld();
const dayMs = 24 * 3_600_000;

/** Whether a payment of the customer can be authorized. */
async function isLoggedIn({ customerId, accountId }: Awaited<ReturnType<typeof newEuropean>>): Promise<boolean> {
  const to = await newIban(world.rest, customerId);
  const { body: quote } = await world.rest('POST', '/quotes', { body: quoteBody({ from: accountId, to, amount: 100 }) });
  const waiting = await world.rest('POST', `/quotes/${quote.id}/execute`);
  expect(waiting.body.status).toBe('PENDING_AUTHORIZATION');
  const { status, body } = await world.rest('POST', `/quotes/${quote.id}/authorize`, { body: { code: scaCode } });
  if (status !== 200) expect([status, body.code]).toEqual([409, 'SCA_SESSION_REQUIRED']);
  return status === 200;
}

const record = (customerId: string, eventType: string) =>
  world.rest('POST', `/sca/record-event?customerId=${customerId}`, { body: { eventType } });

test('is opened by a login, and by nothing else', async () => {
  const payer = await newEuropean(world.rest);

  const before = await isLoggedIn(payer);
  await logIn(world.rest, payer.customerId);

  expect([before, await isLoggedIn(payer)]).toEqual([false, true]);
});

test('ends after 180 days', async () => {
  const payer = await newEuropean(world.rest);
  await logIn(world.rest, payer.customerId);

  world.wall.advance(180 * dayMs - 60_000);
  const before = await isLoggedIn(payer);
  world.wall.advance(60_000);

  expect([before, await isLoggedIn(payer)]).toEqual([true, false]);
});

test('ends by a password reset, and stays after a failed login on the platform', async () => {
  const payer = await newEuropean(world.rest);
  await logIn(world.rest, payer.customerId);

  await record(payer.customerId, 'FAILED_LOGIN_ATTEMPT');
  const failed = await isLoggedIn(payer);
  await record(payer.customerId, 'RESET_PASSWORD_COMPLETED');

  expect([failed, await isLoggedIn(payer)]).toEqual([true, false]);
});

test('a successful login does not reset the count of failures', async () => {
  const { customerId } = await newEuropean(world.rest, { amount: 0 });
  for (let i = 0; i < 3; i++) await record(customerId, 'FAILED_LOGIN_ATTEMPT');
  await logIn(world.rest, customerId);

  expect((await record(customerId, 'FAILED_LOGIN_ATTEMPT')).body.failedAttempts).toBe(4);
});

test('a changed phone number is no factor until it is verified', async () => {
  const { customerId } = await newEuropean(world.rest, { amount: 0 });
  const change = { customerType: 'INDIVIDUAL', phoneNumber: '+4915112340000' };
  await world.rest('PATCH', `/customers/${customerId}`, { body: change });
  const factors = async () => (await world.rest('GET', `/sca/factors?customerId=${customerId}`)).body.factors;
  const start = () => world.rest('POST', `/sca/login/start?customerId=${customerId}`, { body: { factor: 'SMS_OTP' } });

  expect([await factors(), (await start()).status]).toEqual([[], 400]);
  await world.rest('POST', `/customers/${customerId}/verify-phone/confirm`, { body: { code: scaCode } });
  expect([await factors(), (await start()).status]).toEqual([[{ factor: 'SMS_OTP' }], 200]);
});

describe('checks of a locked customer come in the order of the contract', () => {
  const proof = { factor: 'SMS_OTP', challengeId: 'x', code: scaCode, endUserIpAddress: '198.51.100.7' };
  const unknown = 'Customer:00000000-0000-7000-8000-000000000000';

  test('schema, customer, lock, state', async () => {
    const { customerId } = await newEuropean(world.rest, { amount: 0 });
    for (let i = 0; i < 5; i++) await record(customerId, 'FAILED_LOGIN_ATTEMPT');
    const complete = (id: string, body: object) => world.rest('POST', `/sca/login/complete?customerId=${id}`, { body });

    const answers = [
      await complete(unknown, { ...proof, endUserIpAddress: 'here' }),
      await complete(unknown, proof),
      await complete(customerId, { ...proof, endUserIpAddress: 'here' }),
      await complete(customerId, proof),
      await world.rest('POST', '/sca/login/complete', { body: proof }),
      await complete('Customer:1', proof),
    ];

    expect(answers.map(({ status, body }) => [status, body.code])).toEqual([
      [400, 'INVALID_INPUT'],
      [404, 'USER_NOT_FOUND'],
      [400, 'INVALID_INPUT'],
      [423, 'ACCOUNT_LOCKED'],
      [400, 'INVALID_INPUT'],
      [400, 'INVALID_INPUT'],
    ]);
  });

  test('a lock does not keep a login from starting', async () => {
    const { customerId } = await newEuropean(world.rest, { amount: 0 });
    for (let i = 0; i < 9; i++) await record(customerId, 'FAILED_LOGIN_ATTEMPT');

    const started = await world.rest('POST', `/sca/login/start?customerId=${customerId}`, { body: { factor: 'SMS_OTP' } });

    expect(started.status).toBe(200);
  });
});
