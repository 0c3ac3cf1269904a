// Sealed codes, sealed session keys, and the signed envelopes around them.
import { createPublicKey, verify } from 'node:crypto';
import { Aes256Gcm, CipherSuite, DhkemP256HkdfSha256, HkdfSha256 } from '@hpke/core';
import { describe, expect, test } from 'vitest';
import { open, seal } from '../../services/auth/domain/wallet/hpke.ts';
import { compressed, publicPoint, verifyingKey } from '../../services/auth/domain/wallet/keys.ts';
import { exportEnvelope, otpTargetBundle, quorumKeyOf, verificationToken } from '../../services/auth/domain/wallet/quorum.ts';
import { openSessionKey, sealSessionKey } from '../../services/auth/domain/wallet/session-key.ts';
import { scalarOf } from './fixtures.ts';

const hex = (text: string) => Buffer.from(text, 'hex');
const quorum = quorumKeyOf(scalarOf('quorum'));
const target = publicPoint(scalarOf('enclave'));

describe('V1, the code', () => {
  const encapsulated = hex(
    '047d4652dee1824a854ab27cb525f311298c767b9a56acbf1a78a77aa2f6f4918e6f753344661774afb47183f1808633a7ed8799ed1dcf2272d2295a8a77de3e45',
  );
  const ciphertext = hex(
    'bfd930b8dad83f8fdb452c803d189dd148d93805a79ff88728aa492d6d4b1ad734799d33ae665bcb34893cca2dc17bbb1220bc453dae3346352afee673f73f90b4c2ee5e6e86aa2fb7dbc1bc80beffc98bd7639360981841c513ec8557681e325ff311cd21914e03baacd95025cc81a405b209dda4991e',
  );
  const plain = Buffer.from(
    JSON.stringify({ otp_code: '000000', public_key: compressed(publicPoint(scalarOf('tek')).toString('hex')) }),
  );
  const dataSignature = hex(
    '304402201f43964e046cce221ebd5d0c36d2808a9bf947248d6dce4316968ebe60312286022024230767ecde15798fa572c62458b6548ff8deb31ee534bd9b233555f0338c8b',
  );

  test('opens with the key of the bundle', async () => {
    expect(await open({ encapsulated, ciphertext }, scalarOf('enclave'))).toEqual(plain);
  });

  test('seals to the same bytes again', async () => {
    expect(await seal(plain, target, scalarOf('ephemeral-otp'))).toEqual({ encapsulated, ciphertext });
  });

  test('the bundle contains the key, signed over its bytes by the quorum key', () => {
    const bundle = JSON.parse(otpTargetBundle(target, quorum));

    const data = Buffer.from(`{"targetPublic":"${target.toString('hex')}"}`);
    expect(bundle).toEqual({
      version: 'v1.0.0',
      data: data.toString('hex'),
      dataSignature: expect.stringMatching(/^30[0-9a-f]+$/),
      enclaveQuorumPublic: publicPoint(scalarOf('quorum')).toString('hex'),
    });
    expect(isSigned(data, hex(bundle.dataSignature))).toBe(true);
    expect(isSigned(data, dataSignature)).toBe(true);
    expect(isSigned(Buffer.from(bundle.data), hex(bundle.dataSignature))).toBe(false);
  });

  test.each([
    ['no info', { info: '' }],
    ['another info', { info: 'turnkey-hpke' }],
    ['no associated data', { aad: hex('') }],
    ['a compressed point in the associated data', { aad: hex(compressed(encapsulated.toString('hex')) ?? '') }],
  ])('sealed with %s it does not open', async (_, { info = 'turnkey_hpke', aad }: { info?: string; aad?: Buffer }) => {
    const suite = new CipherSuite({ kem: new DhkemP256HkdfSha256(), kdf: new HkdfSha256(), aead: new Aes256Gcm() });
    const recipientPublicKey = await suite.kem.deserializePublicKey(new Uint8Array(target));
    const sender = await suite.createSenderContext({ recipientPublicKey, info: Buffer.from(info) });
    const enc = Buffer.from(sender.enc);
    const sealed = await sender.seal(plain, aad ?? Buffer.concat([enc, target]));

    expect(await open({ encapsulated: enc, ciphertext: Buffer.from(sealed) }, scalarOf('enclave'))).toBeUndefined();
  });

  test('with any changed byte it does not open', async () => {
    for (let at = 0; at < ciphertext.length; at += 7) {
      const changed = Buffer.from(ciphertext);
      changed[at] = (changed[at] ?? 0) ^ 1;
      expect(await open({ encapsulated, ciphertext: changed }, scalarOf('enclave')), `byte ${at}`).toBeUndefined();
    }
    expect(await open({ encapsulated: hex('04'), ciphertext }, scalarOf('enclave'))).toBeUndefined();
    expect(await open({ encapsulated, ciphertext }, scalarOf('tek'))).toBeUndefined();
  });
});

describe('V2, the session key', () => {
  const text =
    'ivmNPYyt7zs5BUbWPwFGqwFnaEkjv5mMYRgAAaTAt1WyPXM3Z3DhK7z9YrQZsA9bSopvGdodHBE79LkDmmbXLc8d1nGJAmkMEpgPoKMcgoSX1Sgh9aA';

  test('opens with the key of the client', async () => {
    expect(await openSessionKey(text, scalarOf('legacy-client'))).toEqual(scalarOf('session'));
  });

  test('seals to the same text again', async () => {
    const recipient = publicPoint(scalarOf('legacy-client'));

    expect(await sealSessionKey(scalarOf('session'), recipient, scalarOf('ephemeral-seal'))).toBe(text);
  });

  test('has 115 or 116 characters, and opens with no other key', async () => {
    const recipient = publicPoint(scalarOf('legacy-client'));

    const sealed = await Promise.all(Array.from({ length: 50 }, () => sealSessionKey(scalarOf('session'), recipient)));

    expect(sealed.filter((one) => one.length < 115 || one.length > 116)).toEqual([]);
    expect(await openSessionKey(sealed[0] ?? '', scalarOf('tek'))).toBeUndefined();
  });
});

test('a verification token is signed by the quorum key, over its text, hashed once', () => {
  const publicKey = compressed(publicPoint(scalarOf('tek')).toString('hex')) ?? '';
  const claims = { id: 'a', verificationType: 'OTP_TYPE_EMAIL', contact: 'zoë@example.test', organizationId: 'o' } as const;

  const token = verificationToken({ ...claims, publicKey, expiresAt: new Date(1_760_000_000_000) }, quorum);

  const [header = '', content = '', signature = ''] = token.split('.');
  const read = (segment: string) => JSON.parse(Buffer.from(segment, 'base64url').toString());
  expect(read(header)).toEqual({ alg: 'ES256', typ: 'JWT' });
  expect(read(content)).toEqual({
    id: 'a',
    verification_type: 'OTP_TYPE_EMAIL',
    contact: 'zoë@example.test',
    organization_id: 'o',
    public_key: publicKey,
    exp: '1760000000000',
  });
  const key = createPublicKey(quorum.privateKey);
  const bytes = Buffer.from(signature, 'base64url');
  expect(bytes.length).toBe(64);
  expect(verify('sha256', Buffer.from(`${header}.${content}`), { key, dsaEncoding: 'ieee-p1363' }, bytes)).toBe(true);
});

test('an export is signed if there is a key, and has empty signature fields otherwise', () => {
  const sealed = { encapsulated: target, ciphertext: hex('abcd'), organizationId: 'o' };

  const signed = JSON.parse(exportEnvelope(sealed, quorum));
  const unsigned = JSON.parse(exportEnvelope(sealed));

  const data = Buffer.from(`{"encappedPublic":"${target.toString('hex')}","ciphertext":"abcd","organizationId":"o"}`);
  expect(isSigned(data, hex(signed.dataSignature))).toBe(true);
  expect(unsigned).toEqual({ version: 'v1.0.0', data: data.toString('hex'), dataSignature: '', enclaveQuorumPublic: '' });
});

function isSigned(data: Buffer, signature: Buffer): boolean {
  const key = verifyingKey(quorum.publicKey);
  return key !== undefined && verify('sha256', data, key, signature);
}
