// Passkey assertions: the vector, agreement with a second implementation, and each possible error.
import { encodeCBOR } from '@levischuck/tiny-cbor';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { expect, test } from 'vitest';
import { type Assertion, judgeAssertion } from '../../services/auth/domain/passkey/assertion.ts';
import { registrationProblems } from '../../services/auth/domain/passkey/registration.ts';
import { type Algorithm, clientData, type Deviation, softPasskey } from '../kit/passkey.ts';
import { answer, challenge, expectedOf, origin, registration, registrationChallenge, tellOf } from './ceremonies.ts';

test('the assertion of the vector is accepted, once (V4)', () => {
  const expected = expectedOf(registration, challenge);

  const first = judgeAssertion(answer, expected);
  const again = judgeAssertion(answer, { ...expected, counter: first.counter ?? 0 });

  expect(first).toEqual({ counter: 1 });
  expect(again).toEqual({ failure: 'Invalid passkey signature counter' });
});

test('a challenge that was decoded as hex before it was signed is refused (V4)', () => {
  const raw = clientData('webauthn.get', Buffer.from(challenge, 'hex').toString('base64url'), origin);

  const judged = judgeAssertion({ ...answer, clientDataJson: raw.toString('base64url') }, expectedOf(registration, challenge));

  expect(judged).toEqual({ failure: 'Invalid passkey challenge' });
});

test.each<Algorithm>(['ES256', 'RS256', 'EdDSA'])(
  'a passkey of %s is accepted, here and by another implementation',
  async (algorithm) => {
    const passkey = softPasskey(algorithm);
    const attestation = passkey.register(registrationChallenge);
    const registered = tellOf(attestation);

    const assertion = passkey.assert(challenge);

    expect(registrationProblems(registered)).toEqual([]);
    expect(judgeAssertion(assertion, expectedOf(registered, challenge))).toEqual({ counter: 1 });
    const elsewhere = await judgedElsewhere({ attestation, assertion });
    expect(elsewhere).toEqual({ counter: 1, publicKey: Buffer.from(encodeCBOR(passkey.cose)) });
  },
);

test('another implementation accepts and refuses the same signatures', async () => {
  const passkey = softPasskey();
  const attestation = passkey.register(registrationChallenge);
  const assertion = { ...passkey.assert(challenge), signature: softPasskey().assert(challenge).signature };

  const here = judgeAssertion(assertion, expectedOf(tellOf(attestation), challenge));

  expect(here).toEqual({ failure: 'Invalid passkey signature' });
  expect(await judgedElsewhere({ attestation, assertion })).toBeUndefined();
});

test.each([
  ['a page at the host itself', 'https://wallet.test', 'wallet.test'],
  ['a page below it', 'https://a.b.wallet.test:8443', 'wallet.test'],
  ['a page on localhost', 'http://localhost:3000', 'localhost'],
  ['an Android application', 'android:apk-key-hash:sC2ZBbkPZLQrNqhcSS4Yt9Vf5rKtZCZ9cX6GgDQhL0M', 'wallet.test'],
])('passkeys are created and used in %s', (_, where, rpId) => {
  const passkey = softPasskey('ES256', { origin: where, rpId });
  const registered = tellOf(passkey.register(registrationChallenge));

  const judged = judgeAssertion(passkey.assert(challenge), expectedOf(registered, challenge));

  expect([registrationProblems(registered), judged]).toEqual([[], { counter: 1 }]);
});

test.each<[string, Deviation, string]>([
  ['another passkey', { credentialId: 'AAAA' }, 'Invalid passkey credential id'],
  ['another ceremony', { type: 'webauthn.create' }, 'Invalid passkey challenge'],
  ['another origin', { origin: 'https://app.wallet.test.evil.test' }, 'Invalid passkey origin'],
  ['an origin without https', { origin: 'http://app.wallet.test' }, 'Invalid passkey origin'],
  ['another relying party', { rpId: 'app.wallet.test' }, 'Invalid passkey relying party'],
  ['bytes left over', { more: Buffer.of(0) }, 'Invalid passkey relying party'],
  ['no user', { flags: 0 }, 'Passkey user presence missing'],
])('an assertion of %s is refused', (_, deviation, failure) => {
  const passkey = softPasskey();
  const expected = expectedOf(tellOf(passkey.register(registrationChallenge)), challenge);

  expect(judgeAssertion(passkey.assert(challenge, deviation), expected)).toEqual({ failure });
});

test.each([
  [0, 0, true],
  [0, 1, true],
  [1, 2, true],
  [5, 5, false],
  [5, 4, false],
  [5, 0, false],
  [2 ** 31, 2 ** 32 - 1, true],
])('after the counter %i, the counter %i is accepted: %s', (known, counter, isFine) => {
  const passkey = softPasskey();
  const expected = expectedOf(tellOf(passkey.register(registrationChallenge)), challenge);

  const judged = judgeAssertion(passkey.assert(challenge, { counter }), { ...expected, counter: known });

  expect(judged).toEqual(isFine ? { counter } : { failure: 'Invalid passkey signature counter' });
});

test.each([
  ['credentialId', 'Invalid passkey credential id'],
  ['clientDataJson', 'Invalid passkey challenge'],
  ['authenticatorData', 'Invalid passkey relying party'],
  ['signature', 'Invalid passkey signature'],
])('an assertion whose %s is no base64url fails there', (name, failure) => {
  expect(judgeAssertion({ ...answer, [name]: 'a+b' }, expectedOf(registration, challenge))).toEqual({ failure });
});

interface Ceremonies {
  readonly attestation: { credentialId: string; clientDataJson: string; attestationObject: string };
  readonly assertion: Assertion;
}

/** The result of @simplewebauthn/server for both ceremonies; undefined if it refuses the signature. */
async function judgedElsewhere({ attestation, assertion }: Ceremonies) {
  const id = attestation.credentialId;
  const common = { expectedOrigin: 'https://app.wallet.test', expectedRPID: 'wallet.test', requireUserVerification: false };
  const credential = { id, rawId: id, type: 'public-key' as const, clientExtensionResults: {} };
  const { registrationInfo } = await verifyRegistrationResponse({
    ...common,
    response: {
      ...credential,
      response: { clientDataJSON: attestation.clientDataJson, attestationObject: attestation.attestationObject },
    },
    expectedChallenge: registrationChallenge,
  });
  const known = registrationInfo?.credential;
  if (!known) return undefined;
  const { clientDataJson: clientDataJSON, authenticatorData, signature } = assertion;
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    ...common,
    response: { ...credential, response: { clientDataJSON, authenticatorData, signature } },
    expectedChallenge: Buffer.from(challenge).toString('base64url'),
    credential: known,
  });
  return verified ? { counter: authenticationInfo.newCounter, publicKey: Buffer.from(known.publicKey) } : undefined;
}
