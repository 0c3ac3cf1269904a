// Concurrent responses of a passkey at two processes: none bypasses a lock, and none works twice.
import { expect, test } from 'vitest';
import { atOnce, type Send } from '../kit/at-once.ts';
import { browserPasskey, enrollPasskey } from '../kit/browser-passkey.ts';
import { logIn, newEuropean, newIban, scaCode } from '../kit/european.ts';
import { quoteBody } from '../kit/payments.ts';
import type { Rest } from '../kit/rest.ts';
import { callers, countBy, times } from './callers.ts';
import { startPair } from './pair.ts';

const { doors, rest } = await startPair();

test('of 200 wrong responses of a passkey five are judged, and the lock refuses the right one too', async () => {
  const { customerId } = await newEuropean(rest, { amount: 0 });
  const passkey = await enrollPasskey(rest, customerId);
  const call = (door: Rest, path: string, body: object) => door('POST', `/sca/${path}?customerId=${customerId}`, { body });
  const { body: started } = await call(rest, 'login/start', { factor: 'PASSKEY' });
  const complete = (door: Rest, proof: object) =>
    call(door, 'login/complete', { factor: 'PASSKEY', endUserIpAddress: '198.51.100.7', ...proof });
  const forged = browserPasskey().prove(started.passkeyOptions, { credentialId: passkey.credentialId });

  const answers = await atOnce(
    doors,
    times((door) => complete(door, forged)),
  );
  const right = await complete(rest, passkey.prove(started.passkeyOptions));

  expect(countBy(answers)).toEqual({ '400 INVALID_INPUT': 5, '423 ACCOUNT_LOCKED': 195 });
  expect(right.status).toBe(423);
});

test('of 200 right responses of a passkey one opens the session', async () => {
  const { customerId } = await newEuropean(rest, { amount: 0 });
  const passkey = await enrollPasskey(rest, customerId);
  const call = (door: Rest, path: string, body: object) => door('POST', `/sca/${path}?customerId=${customerId}`, { body });
  const { body: started } = await call(rest, 'login/start', { factor: 'PASSKEY' });
  const proof = { factor: 'PASSKEY', endUserIpAddress: '198.51.100.7', ...passkey.prove(started.passkeyOptions) };

  const answers = await atOnce(
    doors,
    times((door) => call(door, 'login/complete', proof)),
  );

  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 400)).toHaveLength(199); // no open login is left: not counted
});

test('wrong responses for several payments of a customer lock after the fifth', async () => {
  const payer = await newEuropean(rest);
  await logIn(rest, payer.customerId);
  const passkey = await enrollPasskey(rest, payer.customerId);
  const to = await newIban(rest, payer.customerId);
  const waiting = await Promise.all(Array.from({ length: 10 }, () => waitingQuote(payer.accountId, to)));
  const authorize = (door: Rest, id: string, body: object) => door('POST', `/quotes/${id}/authorize`, { body });
  const forger = browserPasskey();

  const wrong = waiting.map(({ id, options }): Send => {
    const forged = forger.prove(options, { credentialId: passkey.credentialId });
    return (door) => authorize(door, id, forged);
  });
  const answers = await atOnce(doors, Array.from({ length: callers / wrong.length }, () => wrong).flat());
  const [first] = waiting;
  const right = first && (await authorize(rest, first.id, passkey.prove(first.options)));

  expect(answers.filter(({ status }) => status === 400)).toHaveLength(5);
  expect(answers.every(({ status }) => [400, 423, 429].includes(status))).toBe(true); // 429: two within a second for one payment
  expect(right?.status).toBe(423);
});

test.each(['PASSKEY', 'TOTP'])('of 200 wrong proofs of %s for trust five are judged, and no trust is given', async (factor) => {
  const { customerId } = await newEuropean(rest, { amount: 0 });
  const passkey = await enrollPasskey(rest, customerId);
  const { body: app } = await rest('POST', `/sca/factors?customerId=${customerId}`, { body: { type: 'TOTP' } });
  const confirmation = { type: 'TOTP', secret: app.secret, code: scaCode };
  await rest('POST', `/sca/factors/confirm?customerId=${customerId}`, { body: confirmation });
  const at = `/customers/external-accounts/${await newIban(rest, customerId)}/trust`;
  const { passkeyAssertionOptions: options } = (await rest('POST', at)).body.scaChallenge;
  const forged = browserPasskey().prove(options, { credentialId: passkey.credentialId });
  const wrong = factor === 'TOTP' ? { code: '999999' } : forged;

  const answers = await atOnce(
    doors,
    times((door) => door('POST', `${at}/confirm`, { body: wrong })),
  );
  const right = await rest('POST', `${at}/confirm`, { body: passkey.prove(options) });

  expect(countBy(answers)).toEqual({ '400 INVALID_INPUT': 5, '423 ACCOUNT_LOCKED': 195 });
  expect(right.status).toBe(423);
});

/** With the options of its passkey. */
async function waitingQuote(from: string, to: string) {
  const { body: quote } = await rest('POST', '/quotes', { body: quoteBody({ from, to }) });
  const { body } = await rest('POST', `/quotes/${quote.id}/execute`, { body: { scaFactor: 'PASSKEY' } });
  return { id: quote.id as string, options: body.scaChallenge.passkeyAssertionOptions };
}
