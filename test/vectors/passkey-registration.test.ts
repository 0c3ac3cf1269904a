// Passkey registrations: the vector, and each possible error.
import { expect, test } from 'vitest';
import { newPasskey, registrationProblems } from '../../services/auth/domain/passkey/registration.ts';
import { publicPoint } from '../../services/auth/domain/wallet/keys.ts';
import { attested, type Deviation, extended, present, softPasskey } from '../kit/passkey.ts';
import { registration, registrationChallenge, sha256, tellOf } from './ceremonies.ts';
import { scalarOf } from './fixtures.ts';

test('the registration of the vector is accepted, and the stored data matches it (V4)', () => {
  const passkey = newPasskey(registration);

  expect(registrationProblems(registration)).toEqual([]);
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

const at = 'attestation.clientDataJson';
const object = 'attestation.attestationObject';
test.each<[string, Deviation, string, string]>([
  ['of another ceremony', { type: 'webauthn.get' }, at, 'must have the type webauthn.create'],
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
  ['for another host', { rpId: 'bank.test' }, object, 'must be for the host of the origin or a parent domain of it'],
  ['for a whole top-level domain', { rpId: 'test' }, object, 'must be for the host of the origin or a parent domain of it'],
  [
    'for a host below the origin',
    { rpId: 'x.app.wallet.test' },
    object,
    'must be for the host of the origin or a parent domain of it',
  ],
  ['without a user', { flags: attested }, object, 'must have the user-present flag'],
  ['without a credential', { flags: present, more: Buffer.alloc(0) }, object, 'must contain an attested credential'],
  ['with bytes left over', { flags: present }, object, 'must be the base64url of an attestation object'],
  [
    'with extensions that are missing',
    { flags: present | attested | extended },
    object,
    'must be the base64url of an attestation object',
  ],
  ['under another id', { credentialId: 'AAAA' }, 'attestation.credentialId', 'must be the id in the attestation object'],
])('a registration %s is refused', (_, deviation, field, message) => {
  const registered = tellOf(softPasskey().register(registrationChallenge, deviation));

  expect(registrationProblems(registered)).toEqual([{ field, message }]);
});

test('a registration for another challenge is refused', () => {
  const registered = tellOf(softPasskey().register(Buffer.from('another challenge').toString('base64url')));

  expect(registrationProblems(registered)).toEqual([{ field: at, message: 'must contain the challenge of the request' }]);
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

  const registered = tellOf(passkey.register(registrationChallenge, {}, cose));

  expect(registrationProblems(registered)).toEqual([{ field: object, message: 'must contain a key for ES256, RS256 or EdDSA' }]);
});

test('all problems of a registration are reported together', () => {
  const registered = {
    nickname: ' <b> ',
    challenge: '!',
    attestation: { credentialId: '', clientDataJson: 'e30', attestationObject: 'oA' },
  };

  expect(registrationProblems(registered).map(({ field }) => field)).toEqual(['nickname', 'challenge', at, object]);
});

test.each([
  ['Zoë’s phone (2)', true],
  ["O'Neill_1.0 - мобильный 電話", true],
  ['x'.repeat(100), true],
  ['x'.repeat(101), false],
  ['   ', false],
  ['a/b', false],
  ['key\n2', false],
])('the name %j of a passkey: %s', (nickname, isRight) => {
  expect(registrationProblems({ ...registration, nickname }).length === 0).toBe(isRight);
});
