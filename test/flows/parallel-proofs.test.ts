// Concurrent wrong proofs at two processes: each counts the failures before it, and none bypasses a lock.
import { expect, test } from 'vitest';
import { atOnce, type Send } from '../kit/at-once.ts';
import { logIn, newEuropean, newIban, scaCode } from '../kit/european.ts';
import { quoteBody } from '../kit/payments.ts';
import type { Rest } from '../kit/rest.ts';
import { sealOtp, walletKey } from '../kit/wallet-client.ts';
import { newHolder } from '../kit/wallet-holder.ts';
import { callers, countBy, times } from './callers.ts';
import { startPair } from './pair.ts';

const { doors, rest } = await startPair();

const wrongCode = '999999';

test('of 200 wrong codes for a login five are checked, then the lock refuses the right one too', async () => {
  const { customerId } = await newEuropean(rest, { amount: 0 });
  const { body: started } = await rest('POST', `/sca/login/start?customerId=${customerId}`, { body: { factor: 'SMS_OTP' } });
  const complete = (door: Rest, code: string) =>
    door('POST', `/sca/login/complete?customerId=${customerId}`, {
      body: { factor: 'SMS_OTP', challengeId: started.challengeId, code, endUserIpAddress: '198.51.100.7' },
    });

  const answers = await atOnce(
    doors,
    times((door) => complete(door, wrongCode)),
  );
  const right = await complete(rest, scaCode);

  expect(countBy(answers)).toEqual({ '400 INVALID_INPUT': 5, '423 ACCOUNT_LOCKED': 195 });
  const locked = answers.filter(({ status }) => status === 423).map(({ body }) => body);
  expect(locked[0].details).toEqual({ suspended: false, failedAttempts: 5, lockedUntil: expect.any(String) });
  for (const body of [...locked, right.body]) expect(body).toEqual(locked[0]);
});

test('of 200 wrong codes of an app five are judged, and the lock hides the right one', async () => {
  const { customerId } = await newEuropean(rest, { amount: 0 });
  const call = (door: Rest, path: string, body: object) => door('POST', `/sca/${path}?customerId=${customerId}`, { body });
  const { body: app } = await call(rest, 'factors', { type: 'TOTP' });
  await call(rest, 'factors/confirm', { type: 'TOTP', secret: app.secret, code: scaCode });
  await call(rest, 'login/start', { factor: 'TOTP' });
  const complete = (door: Rest, code: string) =>
    call(door, 'login/complete', { factor: 'TOTP', code, endUserIpAddress: '198.51.100.7' });

  const answers = await atOnce(
    doors,
    times((door) => complete(door, wrongCode)),
  );
  const right = await complete(rest, scaCode);

  expect(countBy(answers)).toEqual({ '400 INVALID_INPUT': 5, '423 ACCOUNT_LOCKED': 195 });
  expect(right.status).toBe(423);
});

test('wrong codes for several payments of a customer lock after the fifth', async () => {
  const payer = await newEuropean(rest);
  await logIn(rest, payer.customerId);
  const to = await newIban(rest, payer.customerId);
  const quotes = await Promise.all(Array.from({ length: 10 }, () => waitingQuote(payer.accountId, to)));

  const wrong = quotes.map(
    (id): Send =>
      (door) =>
        authorize(door, id, wrongCode),
  );
  const answers = await atOnce(doors, Array.from({ length: callers / wrong.length }, () => wrong).flat());
  const right = await authorize(rest, quotes[0] ?? '', scaCode);

  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(answers.every(({ status }) => [400, 423, 429].includes(status))).toBe(true); // 429: two within a second for one payment
  expect([right.status, right.body.details]).toEqual([
    423,
    { suspended: false, failedAttempts: 5, lockedUntil: expect.any(String) },
  ]);
});

test('of 200 wrong codes for a wallet ten are checked, then the lock refuses the right one too', async () => {
  const { credentialId } = await newHolder({ rest });
  const { body: issued } = await rest('POST', `/auth/credentials/${credentialId}/challenge`, { body: {} });
  const verify = async (door: Rest, code: string) => {
    const proof = { code, publicKey: walletKey().compressed };
    const encryptedOtpBundle = await sealOtp(issued.otpEncryptionTargetBundle, proof);
    return door('POST', `/auth/credentials/${credentialId}/verify`, { body: { type: 'EMAIL_OTP', encryptedOtpBundle } });
  };

  const answers = await atOnce(
    doors,
    times((door) => verify(door, wrongCode)),
  );
  const right = await verify(rest, '000000');

  expect(countBy(answers)).toEqual({
    '401 UNAUTHORIZED Invalid OTP code': 5,
    '401 UNAUTHORIZED No pending OTP for this credential': 5,
    '429 RATE_LIMITED': 190,
  });
  expect([right.status, right.body]).toEqual([429, answers.find(({ status }) => status === 429)?.body]);
});

const authorize = (door: Rest, quoteId: string, code: string) =>
  door('POST', `/quotes/${quoteId}/authorize`, { body: { code, endUserIpAddress: '198.51.100.7' } });

/** Its id. */
async function waitingQuote(from: string, to: string): Promise<string> {
  const { body: quote } = await rest('POST', '/quotes', { body: quoteBody({ from, to }) });
  const { body } = await rest('POST', `/quotes/${quote.id}/execute`);
  expect(body.status).toBe('PENDING_AUTHORIZATION');
  return quote.id;
}
