// Payments that wait for a passkey and are not authorized.
import { describe, expect, test } from 'vitest';
import { browserPasskey } from '../../kit/browser-passkey.ts';
import { scaCode } from '../../kit/european.ts';
import { authorizingIn } from './authorized-payments.ts';
import { passkeyPayersIn } from './passkey-payers.ts';
import { startTransfers } from './transfers-world.ts';

const world = await startTransfers();
const { newQuote, execute, authorize, transactionOf } = authorizingIn(world);
const { newHolder, waiting } = passkeyPayersIn(world);
const scaFactor = 'PASSKEY';

describe('a payment is not authorized', () => {
  test('by a code, which does not count', async () => {
    const { id, passkey, challenge } = await waiting();

    const byCode = await authorize(id, { code: scaCode });
    const byPasskey = await authorize(id, passkey.prove(challenge.passkeyAssertionOptions));

    expect(byCode).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(byPasskey.body.status).toBe('COMPLETED');
  });

  test('by a passkey, if it waits for a code', async () => {
    const { payer, passkey } = await newHolder();
    const { body: quote } = await newQuote(payer);
    const { body } = await execute(quote.id);

    const byPasskey = await authorize(quote.id, passkey.prove({ challenge: 'AAAA' }));

    expect(body.scaChallenge).toMatchObject({ factor: 'SMS_OTP', availableFactors: ['SMS_OTP', 'PASSKEY'] });
    expect(body.scaChallenge).not.toHaveProperty('passkeyAssertionOptions');
    expect(byPasskey).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect((await authorize(quote.id)).body.status).toBe('COMPLETED');
  });

  test('by the response to the challenge of another payment', async () => {
    const { payer, passkey, id } = await waiting();
    const { body: quote } = await newQuote(payer);
    const { body: other } = await execute(quote.id, { scaFactor });

    const swapped = await authorize(id, passkey.prove(other.scaChallenge.passkeyAssertionOptions));

    expect(swapped).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  test('from an origin of another relying party', async () => {
    const { passkey, id, challenge } = await waiting();

    const elsewhere = await authorize(id, passkey.prove(challenge.passkeyAssertionOptions, { origin: 'https://evil.test' }));

    expect(elsewhere).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
  });

  test('by a deleted passkey: it fails when its challenge ends', async () => {
    const { payer, passkey, id, transactionId, challenge } = await waiting();
    await world.rest('DELETE', `/sca/factors/${passkey.credentialId}?customerId=${payer.customerId}`);

    const refused = await authorize(id, passkey.prove(challenge.passkeyAssertionOptions));
    world.wall.advance(600_000);
    await world.settle();

    expect(refused).toMatchObject({ status: 400, body: { code: 'INVALID_INPUT' } });
    expect(await transactionOf(transactionId)).toMatchObject({ status: 'FAILED', failureReason: 'SCA_NOT_COMPLETED' });
  });

  test('after five wrong responses', async () => {
    const { passkey, id, challenge, transactionId } = await waiting();
    const wrong = browserPasskey().prove(challenge.passkeyAssertionOptions, { credentialId: passkey.credentialId });
    for (let i = 0; i < 4; i++) {
      expect((await authorize(id, wrong)).status).toBe(400);
      world.wall.advance(1_000);
    }

    const fifth = await authorize(id, wrong);

    expect([fifth.status, fifth.body.code, fifth.headers['retry-after']]).toEqual([429, 'RATE_LIMITED', '60']);
    expect(await transactionOf(transactionId)).toMatchObject({ status: 'FAILED', failureReason: 'SCA_NOT_COMPLETED' });
  });
});
