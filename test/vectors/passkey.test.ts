// Passkeys: the vector, what a second implementation accepts too, and each thing that can be wrong.
import { createHash } from 'node:crypto';
import { create } from '@bufbuild/protobuf';
import { encodeCBOR } from '@levischuck/tiny-cbor';
import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server';
import { expect, test } from 'vitest';
import { CreateCredentialRequestSchema, NewPasskeyCredentialSchema } from '../../gen/payments/auth/v1/new_credential_pb.ts';
import { type Assertion, type Expected, judgeAssertion } from '../../services/auth/domain/passkey/assertion.ts';
import { checkNewPasskey, newPasskey } from '../../services/auth/domain/passkey/registration.ts';
import { publicPoint } from '../../services/auth/domain/wallet/keys.ts';
import { type Algorithm, attested, clientData, type Deviation, extended, present, softPasskey } from '../kit/passkey.ts';
import { scalarOf } from './fixtures.ts';

const origin = 'https://app.wallet.example.test';
const registration = {
  nickname: ' Work laptop ',
  challenge: 'KLAEiEyj2lhgpnl4rlRI3IfW2dtbxxxfYJwc1PzvXuA',
  attestation: {
    credentialId: 'G5VC6peI0pvSCJ-CJDNpaA',
    clientDataJson: clientData('webauthn.create', 'KLAEiEyj2lhgpnl4rlRI3IfW2dtbxxxfYJwc1PzvXuA', origin).toString('base64url'),
    attestationObject:
      'o2NmbXRkbm9uZWdhdHRTdG10oGhhdXRoRGF0YViUeFJ9XhKNqZZ095wqZJT4jwjiLLfY4XTMJ8HD-NStfAtFAAAAAAAAAAAAAAAAAAAAAAAAAAAAEBuVQuqXiNKb0gifgiQzaWilAQIDJiABIVgga8YT86M66-BEliprcI1tV9A5jwwItAU8-wHVXkYFVqgiWCDGFcad1l3JZ91neFChGQFjh87k_XWlZak2h0avbNN1NA',
  },
};
const challenge = 'bf00b5123b676b5c500e98aa6617ea958371bc0ab02ea6c0084e1689f7a306c2';
const getClientData = (text: string) => clientData('webauthn.get', Buffer.from(text).toString('base64url'), origin);
const answer: Assertion = {
  credentialId: 'G5VC6peI0pvSCJ-CJDNpaA',
  clientDataJson: getClientData(challenge).toString('base64url'),
  authenticatorData: 'eFJ9XhKNqZZ095wqZJT4jwjiLLfY4XTMJ8HD-NStfAsFAAAAAQ',
  signature: 'MEUCIQCYDt29eBUFamw_8R-kl0Fimm7ghkOZloZm0FoWpYp_FQIgQei5wKgMQNJsKIEGoS6FtGYp8WlOmRo0pG9xIbo7vVQ',
};

type Told = typeof registration;
const messageOf = ({ nickname, challenge, attestation }: Told) =>
  create(NewPasskeyCredentialSchema, { nickname, challenge, attestation });
const problemsOf = (told: Told) =>
  checkNewPasskey(create(CreateCredentialRequestSchema, { kind: { case: 'passkey', value: messageOf(told) } }));
const expectedOf = (told: Told, text: string): Expected => ({ ...newPasskey(messageOf(told)), challenge: text });
const sha256 = (text: string) => createHash('sha256').update(text).digest();
const registrationChallenge = Buffer.from('the challenge of a registration').toString('base64url');
const tellOf = (attestation: ReturnType<ReturnType<typeof softPasskey>['register']>): Told => {
  const { transports: _, ...told } = attestation;
  return { nickname: 'Phone', challenge: registrationChallenge, attestation: told };
};

test('the registration of the vector is accepted, and what is kept of it is what it says (V4)', () => {
  const passkey = newPasskey(messageOf(registration));

  expect(problemsOf(registration)).toEqual([]);
  const { publicKey, rpIdHash, ...rest } = passkey;
  expect(rest).toEqual({
    webauthnId: 'G5VC6peI0pvSCJ-CJDNpaA',
    nickname: 'Work laptop',
    challenge: registration.challenge,
    counter: 0,
  });
  expect(Buffer.from(rpIdHash)).toEqual(sha256('wallet.example.test'));
  expect(Buffer.from(publicKey).subarray(-65)).toEqual(publicPoint(scalarOf('passkey')));
});

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
    const told = tellOf(attestation);

    const assertion = passkey.assert(challenge);

    expect(problemsOf(told)).toEqual([]);
    expect(judgeAssertion(assertion, expectedOf(told, challenge))).toEqual({ counter: 1 });
    const elsewhere = await judgedElsewhere({ attestation, assertion });
    expect(elsewhere).toEqual({ counter: 1, publicKey: Buffer.from(encodeCBOR(passkey.cose)) });
  },
);

test('signatures are judged alike here and by another implementation', async () => {
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
])('passkeys are made and used in %s', (_, where, rpId) => {
  const passkey = softPasskey('ES256', { origin: where, rpId });
  const told = tellOf(passkey.register(registrationChallenge));

  const judged = judgeAssertion(passkey.assert(challenge), expectedOf(told, challenge));

  expect([problemsOf(told), judged]).toEqual([[], { counter: 1 }]);
});

const at = 'attestation.clientDataJson';
const object = 'attestation.attestationObject';
test.each<[string, Deviation, string, string]>([
  ['of another ceremony', { type: 'webauthn.get' }, at, 'must be of the type webauthn.create'],
  [
    'without https',
    { origin: 'http://app.wallet.test' },
    at,
    'must have an origin with https, on localhost, or of an Android application',
  ],
  [
    'at what is more than an origin',
    { origin: 'https://app.wallet.test/' },
    at,
    'must have an origin with https, on localhost, or of an Android application',
  ],
  ['for another host', { rpId: 'bank.test' }, object, 'must be for the host of the origin, or for a parent of it'],
  ['for a whole top-level domain', { rpId: 'test' }, object, 'must be for the host of the origin, or for a parent of it'],
  [
    'for a host below the origin',
    { rpId: 'x.app.wallet.test' },
    object,
    'must be for the host of the origin, or for a parent of it',
  ],
  ['without a user', { flags: attested }, object, 'must say that the user was present'],
  ['without a credential', { flags: present, more: Buffer.alloc(0) }, object, 'must attest a credential'],
  ['with bytes left over', { flags: present }, object, 'must be the base64url of an attestation object'],
  [
    'with extensions that are missing',
    { flags: present | attested | extended },
    object,
    'must be the base64url of an attestation object',
  ],
  ['under another id', { credentialId: 'AAAA' }, 'attestation.credentialId', 'must be the id in the attestation object'],
])('a registration %s is refused', (_, deviation, field, message) => {
  const told = tellOf(softPasskey().register(registrationChallenge, deviation));

  expect(problemsOf(told)).toEqual([{ field, message }]);
});

test('a registration for another challenge is refused', () => {
  const told = tellOf(softPasskey().register(Buffer.from('another challenge').toString('base64url')));

  expect(problemsOf(told)).toEqual([{ field: at, message: 'must hold the challenge of the request' }]);
});

test.each<[string, [number, number | Uint8Array]]>([
  ['an unknown algorithm', [3, -35]],
  ['an algorithm of another kind of key', [3, -257]],
  ['another curve', [-1, 2]],
  ['a point off the curve', [-3, new Uint8Array(32).fill(7)]],
  ['a number for a coordinate', [-2, 5]],
])('a key with %s is refused', (_, [label, value]) => {
  const passkey = softPasskey();
  const cose = new Map(passkey.cose).set(label, value);

  const told = tellOf(passkey.register(registrationChallenge, {}, cose));

  expect(problemsOf(told)).toEqual([{ field: object, message: 'must hold a key for ES256, RS256 or EdDSA' }]);
});

test('everything that is wrong with a registration is told at once', () => {
  const told = {
    nickname: ' <b> ',
    challenge: '!',
    attestation: { credentialId: '', clientDataJson: 'e30', attestationObject: 'oA' },
  };

  expect(problemsOf(told).map(({ field }) => field)).toEqual(['nickname', 'challenge', at, object]);
});

test.each([
  ['Zoë’s phone (2)', true],
  ["O'Neill_1.0 - мобильный 電話", true],
  ['x'.repeat(100), true],
  ['x'.repeat(101), false],
  ['   ', false],
  ['a/b', false],
  ['key\n2', false],
])('the name %j of a passkey is judged: %s', (nickname, isRight) => {
  expect(problemsOf({ ...registration, nickname }).length === 0).toBe(isRight);
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
])('after the counter %i, the counter %i is fine: %s', (known, counter, isFine) => {
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
])('an assertion whose %s is no base64url fails at that', (name, failure) => {
  expect(judgeAssertion({ ...answer, [name]: 'a+b' }, expectedOf(registration, challenge))).toEqual({ failure });
});

interface Ceremonies {
  readonly attestation: { credentialId: string; clientDataJson: string; attestationObject: string };
  readonly assertion: Assertion;
}

/** What @simplewebauthn/server makes of both ceremonies; undefined when it refuses the signature. */
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
