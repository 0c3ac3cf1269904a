// SCA codes in production: by text message, bound to the authorized payment, the same when resent.
import { randomUUID } from 'node:crypto';
import { base32nopad } from '@scure/base';
import { generateSync } from 'otplib';
import { expect, test } from 'vitest';
import { ScaChallengeService, ScaSubject } from '../../../gen/payments/auth/v1/sca_challenge_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { nameOf, refusalFrom } from '../../../services/kit/messages/fail.ts';
import { startWorld } from '../../kit/platform.ts';
import { startReceiver } from '../../kit/receiver.ts';

const hook = await startReceiver();
const world = await startWorld({ mode: 'production', settings: { smsHookUrl: hook.url } });
const tenant = await world.newPlatform({ environment: 'production' });
const challenges = tenant.internal(ScaChallengeService);

const lastText = () => hook.received.at(-1)?.body as unknown as { to: string; text: string };
const codeIn = (text: string) => /is (\d{6})\./.exec(text)?.[1] ?? '';

async function newCustomer(): Promise<string> {
  const contacts = { email: 'ada@example.com', phoneNumber: '+33612345678' };
  const body = { customerType: 'INDIVIDUAL', fullName: 'Ada Lovelace', region: 'FR', ...contacts };
  const { body: customer } = await tenant.rest('POST', '/customers', { body });
  const sent = await tenant.rest('POST', `/customers/${customer.id}/verify-phone`);
  expect(sent, JSON.stringify([customer, sent.body])).toMatchObject({ status: 204 });
  const code = codeIn(lastText().text);
  const { status } = await tenant.rest('POST', `/customers/${customer.id}/verify-phone/confirm`, { body: { code } });
  expect(status).toBe(200);
  return customer.id;
}

async function openFor(customerId: string, id = randomUUID()) {
  const subject = ScaSubject.QUOTE;
  await challenges.openScaChallenge({ id, customerId, subject, subjectId: id, agreement: 'to pay 10.5 EUR to Grace Hopper' });
  return id;
}

const logIn = async (customerId: string) => {
  const start = await tenant.rest('POST', `/sca/login/start?customerId=${customerId}`, { body: { factor: 'SMS_OTP' } });
  const complete = (code: string) => {
    const body = { factor: 'SMS_OTP', challengeId: start.body.challengeId, code, endUserIpAddress: '2001:db8::1' };
    return tenant.rest('POST', `/sca/login/complete?customerId=${customerId}`, { body });
  };
  return complete;
};

test('the code of a login arrives by text message, and the sandbox code is invalid', async () => {
  const customerId = await newCustomer();

  const complete = await logIn(customerId);
  const code = codeIn(lastText().text);
  const magic = await complete('123456');
  const right = await complete(code);

  expect(lastText()).toMatchObject({ to: '+33612345678', text: expect.stringContaining('to log in') });
  expect([magic.status, right.status]).toEqual([code === '123456' ? 200 : 400, code === '123456' ? 400 : 200]);
});

test('ten login codes are sent in an hour, however many logins are concurrent', async () => {
  const customerId = await newCustomer();
  const before = hook.received.length;
  const start = () => tenant.rest('POST', `/sca/login/start?customerId=${customerId}`, { body: { factor: 'SMS_OTP' } });

  const atOnce = await Promise.all(Array.from({ length: 30 }, start));
  world.wall.advance(600_000);
  const later = await start();

  expect([...atOnce, later].every(({ status }) => status === 200)).toBe(true);
  expect(hook.received.length - before).toBe(10);
});

test('the message of a payment code states the payment, and a resend contains the same code', async () => {
  const customerId = await newCustomer();
  const complete = await logIn(customerId);
  await complete(codeIn(lastText().text));

  const id = await openFor(customerId);
  const first = lastText().text;
  const sent = hook.received.length;
  await openFor(customerId, id);
  expect(hook.received.length).toBe(sent);
  await challenges.resendScaChallenge({ customerId, id });

  expect(first).toContain('to pay 10.5 EUR to Grace Hopper');
  expect([hook.received.length, lastText().text.replace(/It is good.*/, '')]).toEqual([
    sent + 1,
    first.replace(/It is good.*/, ''),
  ]);
  const { isOver } = await challenges.proveScaChallenge({ customerId, subject: ScaSubject.QUOTE, id, code: codeIn(first) });
  expect(isOver).toBe(false);
});

test('a late code is refused as long as the payment waits, and does not count', async () => {
  const customerId = await newCustomer();
  await (await logIn(customerId))(codeIn(lastText().text));
  const id = await openFor(customerId);
  const code = codeIn(lastText().text);
  world.wall.advance(300_000);

  const late = await challenges
    .proveScaChallenge({ customerId, subject: ScaSubject.QUOTE, id, code })
    .catch((error: unknown) => refusalFrom(error));
  const failed = { eventType: 'FAILED_LOGIN_ATTEMPT' };
  const event = await tenant.rest('POST', `/sca/record-event?customerId=${customerId}`, { body: failed });

  expect(late).toMatchObject({ code: ErrorCode.INVALID_INPUT });
  expect(event.body.failedAttempts).toBe(1);
});

test('a code that could not be sent can be requested again', async () => {
  const customerId = await newCustomer();
  hook.answer({ status: 500 });

  const id = randomUUID();
  const refused = await openFor(customerId, id).catch((error: unknown) => refusalFrom(error));
  hook.answer({});
  await openFor(customerId, id);

  expect(refused).toMatchObject({ code: expect.anything() });
  expect(typeof refused === 'object' && nameOf(refused.code)).toBe('SERVICE_UNAVAILABLE');
  expect(lastText().text).toContain('to pay 10.5 EUR');
});

test('a code of an app works once, in its step or one beside it, and the code of the sandbox is none', async () => {
  const customerId = await newCustomer();
  const call = (path: string, body: object) => tenant.rest('POST', `/sca/${path}?customerId=${customerId}`, { body });
  const { secret, secretBase32Encoded } = (await call('factors', { type: 'TOTP' })).body;
  const codeAfter = (seconds: number) => {
    const epoch = Math.floor(world.wall.now().getTime() / 1_000) + seconds;
    return generateSync({ secret: base32nopad.decode(secretBase32Encoded), epoch });
  };
  const confirm = (code: string) => call('factors/confirm', { type: 'TOTP', secret, code });
  const logInBy = async (code: string) => {
    await call('login/start', { factor: 'TOTP' });
    return (await call('login/complete', { factor: 'TOTP', code, endUserIpAddress: '2001:db8::1' })).status;
  };

  expect([(await confirm('123456')).status, (await confirm(codeAfter(90))).status]).toEqual([400, 400]);
  expect((await confirm(codeAfter(0))).status).toBe(200);
  expect([await logInBy(codeAfter(0)), await logInBy(codeAfter(30)), await logInBy(codeAfter(30))]).toEqual([400, 200, 400]);

  const code = codeAfter(60);
  world.wall.advance(60_000);
  await call('login/start', { factor: 'TOTP' });
  const body = { factor: 'TOTP', code, endUserIpAddress: '2001:db8::1' };
  const atOnce = await Promise.all(Array.from({ length: 3 }, () => call('login/complete', body)));
  expect(atOnce.map(({ status }) => status).toSorted()).toEqual([200, 400, 400]);
});
