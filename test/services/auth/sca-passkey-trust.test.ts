// Trust in a beneficiary, given and ended by a passkey.
import { expect, test } from 'vitest';
import { developer } from '../../kit/browser-passkey.ts';
import { newIban, scaCode } from '../../kit/european.ts';
import { sharedWorld } from '../../kit/shared-world.ts';
import { passkeyHoldersIn } from './sca-passkey-holders.ts';

const world = await sharedWorld();
const newHolder = passkeyHoldersIn(world);
const refused = { status: 400, body: { code: 'INVALID_INPUT' } };

async function newTrust() {
  const holder = await newHolder();
  const id = await newIban(world.rest, holder.customerId);
  const start = async (verb: 'trust' | 'untrust') =>
    (await world.rest('POST', `/customers/external-accounts/${id}/${verb}`)).body.scaChallenge;
  const confirm = (verb: 'trust' | 'untrust', body: object) =>
    world.rest('POST', `/customers/external-accounts/${id}/${verb}/confirm`, { body });
  return { ...holder, start, confirm };
}

test('trust is given and ended by a passkey, although the challenge is for a code', async () => {
  const { passkey, start, confirm } = await newTrust();

  const challenge = await start('trust');
  const trusted = await confirm('trust', { challengeId: challenge.id, ...passkey.prove(challenge.passkeyAssertionOptions) });
  const ending = await start('untrust');
  const untrusted = await confirm('untrust', passkey.prove(ending.passkeyAssertionOptions));

  expect(challenge).toMatchObject({
    factor: 'SMS_OTP',
    availableFactors: ['SMS_OTP', 'PASSKEY'],
    passkeyAssertionOptions: { rpId: 'localhost', timeout: 300_000 },
    passkeyAllowedOrigins: expect.arrayContaining([developer.origin]),
  });
  expect([trusted, untrusted]).toMatchObject([
    { status: 200, body: { trusted: true } },
    { status: 200, body: { trusted: false } },
  ]);
});

test('trust is still given by a code', async () => {
  const { start, confirm } = await newTrust();
  await start('trust');

  expect(await confirm('trust', { code: scaCode })).toMatchObject({ status: 200, body: { trusted: true } });
});

test('trust is not given by a response to another challenge, nor from another origin', async () => {
  const { passkey, start, confirm } = await newTrust();
  const former = await start('trust');
  const challenge = await start('trust');

  const other = await confirm('trust', passkey.prove(former.passkeyAssertionOptions));
  const elsewhere = await confirm('trust', passkey.prove(challenge.passkeyAssertionOptions, { origin: 'https://evil.test' }));

  expect([other, elsewhere]).toMatchObject([refused, refused]);
  expect((await confirm('trust', passkey.prove(challenge.passkeyAssertionOptions))).status).toBe(200);
});

test('trust is given by the fixed value of the sandbox', async () => {
  const { start, confirm } = await newTrust();
  await start('trust');
  const passkeyAssertion = { response: { signature: 'sandbox-valid-passkey-signature' } };

  expect((await confirm('trust', { passkeyAssertion, origin: developer.origin })).body).toEqual({ trusted: true });
});

test('trust is not given by a deleted passkey', async () => {
  const { customerId, passkey, start, confirm } = await newTrust();
  const challenge = await start('trust');
  await world.rest('DELETE', `/sca/factors/${passkey.credentialId}?customerId=${customerId}`);

  expect(await confirm('trust', passkey.prove(challenge.passkeyAssertionOptions))).toMatchObject(refused);
});
