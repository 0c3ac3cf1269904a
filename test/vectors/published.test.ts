// Published vectors of standards: RFC 6979 (ECDSA), RFC 9180 (HPKE), RFC 7515 (JWS).
import { randomBytes, sign, verify } from 'node:crypto';
import { hpkeDecrypt, hpkeEncrypt } from '@turnkey/crypto';
import type { JWK } from 'jose';
import { describe, expect, test } from 'vitest';
import { open, seal } from '../../services/auth/domain/wallet/hpke.ts';
import { compressed, newScalar, pointOf, publicPoint, signingKey, verifyingKey } from '../../services/auth/domain/wallet/keys.ts';
import { isStampOf } from '../../services/auth/domain/wallet/stamp.ts';
import { openKeySets } from '../../services/auth/oidc/key-sets.ts';
import { ManualWall } from '../kit/wall.ts';
import { type CipherName, firstCiphertext, keySchedule, sharedSecret } from './plain-hpke.ts';

const hex = (text: string) => Buffer.from(text, 'hex');

describe('ECDSA over P-256 with SHA-256 (RFC 6979, A.2.5)', () => {
  const scalar = hex('c9afa9d845ba75166b5c215767b1d6934e50c3db36e89b127b8a622b120f6721');
  const point =
    '0460fed4ba255a9d31c961eb74c6356d68c049b8923b61fa6ce669622e60f29fb67903fe1008b8bc99a41ae9e95628bc64f2f1b20c2d7e9f5177a3c294d4462299';
  const publicKey = compressed(point) ?? '';
  const vectors = [
    [
      'sample',
      'efd48b2aacb6a8fd1140dd9cd45e81d69d2c877b56aaf991c34d0ea84eaf3716',
      'f7cb1c942d657c41d436c7a1b6e29f65f3e900dbb9aff4064dc4ab2f843acda8',
    ],
    [
      'test',
      'f1abb023518351cd71d881567b1ea663ed3efcf6c5132b354f28d3b0b7d38367',
      '019f4113742a2b14bd25926b49c649155f267e60d3814b4c0cc84250e46f0083',
    ],
  ] as const;

  test('the key has its point', () => {
    expect(publicPoint(scalar).toString('hex')).toBe(point);
  });

  test.each(vectors)('the signature of "%s" is accepted, with either s, and for nothing else', (text, r, s) => {
    const [low, high] = [derOf(r, s), derOf(r, mirrored(s))];

    expect([low, high].map((signature) => isStampOf({ publicKey, signature }, text))).toEqual([true, true]);
    expect(isStampOf({ publicKey, signature: low }, `${text} `)).toBe(false);
    expect(isStampOf({ publicKey, signature: derOf(s, r) }, text)).toBe(false);
    expect(isStampOf({ publicKey: compressed(publicPoint(newScalar()).toString('hex')) ?? '', signature: low }, text)).toBe(
      false,
    );
  });

  test('our signatures verify with the published point', () => {
    const [key, text] = [verifyingKey(point), Buffer.from('sample')];

    expect(key && verify('sha256', text, key, sign('sha256', text, signingKey(scalar)))).toBe(true);
  });
});

describe('HPKE over P-256 (RFC 9180, A.3.1)', () => {
  const sender = hex('4995788ef4b9d6132b249ce59a77281493eb39af373d236a1fe415cb0c2d7beb');
  const recipient = hex('f3ce7fdae57e1a310d87f1ebbde6f328be0a99cdbcadf4d6589cf29de4b8ffd2');
  const encapsulated = hex(
    '04a92719c6195d5085104f469a8b9814d5838ff72b60501e2c4466e5e67b325ac98536d7b61a1af4b78e5b7f951c0900be863c403ce65c9bfcb9382657222d18c4',
  );
  const target = hex(
    '04fe8c19ce0905191ebc298a9245792531f26f0cece2460639e8bc39cb7f706a826a779b4cf969b8a0e539c7f62fb3d30ad6aa8f80e30f1d128aafd68a2ce72ea0',
  );
  const secret = sharedSecret({ scalar: recipient, peer: encapsulated, encapsulated, recipient: target });
  const plain = Buffer.from('Beauty is truth, truth beauty');

  test('the plain formulas match the vector', () => {
    const cipher: CipherName = 'aes-128-gcm';
    const { key, nonce } = keySchedule(secret, Buffer.from('Ode on a Grecian Urn'), cipher);

    expect(secret.toString('hex')).toBe('c0d26aeab536609a572b07695d933b589dcf363ff9d93c93adea537aeabb8cb8');
    expect([key.toString('hex'), nonce.toString('hex')]).toEqual([
      '868c066ef58aae6dc589b6cfdd18f97e',
      '4e0bc5018beba4bf004cca59',
    ]);
    expect(firstCiphertext(plain, { key, nonce, aad: Buffer.from('Count-0'), cipher }).toString('hex')).toBe(
      '5ad590bb8baa577f8619db35a36311226a896e7342a6d836d8b7bcd2f20b6c7f9076ac232e3ab2523f39513434',
    );
  });

  /** The vector's exchange with the parameters of wallets, by the plain formulas. */
  const expected = () => {
    const cipher: CipherName = 'aes-256-gcm';
    const schedule = keySchedule(secret, Buffer.from('turnkey_hpke'), cipher);
    return firstCiphertext(plain, { ...schedule, aad: Buffer.concat([encapsulated, target]), cipher });
  };

  test('with the keys of the vector and the cipher of wallets, ours matches the plain formulas', async () => {
    expect(await seal(plain, target, sender)).toEqual({ encapsulated, ciphertext: expected() });
    expect(await open({ encapsulated, ciphertext: expected() }, recipient)).toEqual(plain);
  });

  test('what ours seals opens elsewhere, and vice versa', async () => {
    for (let bytes = 1; bytes < 200; bytes += 33) {
      const [message, scalar] = [randomBytes(bytes), newScalar()];
      const receiverPriv = scalar.toString('hex');

      const ours = await seal(message, publicPoint(scalar));
      const theirs = Buffer.from(hpkeEncrypt({ plainTextBuf: message, targetKeyBuf: publicPoint(scalar) }));

      const { encapsulated: encappedKeyBuf, ciphertext: ciphertextBuf } = ours;
      expect(Buffer.from(hpkeDecrypt({ ciphertextBuf, encappedKeyBuf, receiverPriv }))).toEqual(message);
      const sealed = { encapsulated: pointOf(theirs.toString('hex', 0, 33)) ?? theirs, ciphertext: theirs.subarray(33) };
      expect(await open(sealed, scalar)).toEqual(message);
    }
  });
});

describe('JWS (RFC 7515, A.2 and A.3)', () => {
  const payload = 'eyJpc3MiOiJqb2UiLA0KICJleHAiOjEzMDA4MTkzODAsDQogImh0dHA6Ly9leGFtcGxlLmNvbS9pc19yb290Ijp0cnVlfQ';
  const rsa = {
    kty: 'RSA',
    n: 'ofgWCuLjybRlzo0tZWJjNiuSfb4p4fAkd_wWJcyQoTbji9k0l8W26mPddxHmfHQp-Vaw-4qPCJrcS2mJPMEzP1Pt0Bm4d4QlL-yRT-SFd2lZS-pCgNMsD1W_YpRPEwOWvG6b32690r2jZ47soMZo9wGzjb_7OMg0LOL-bSf63kpaSHSXndS5z5rexMdbBYUsLA9e-KXBdQOS-UTo7WTBEMa2R2CapHg665xsmtdVMTBQY4uDZlxvb3qCo5ZwKh9kG4LT6_I5IhlJH7aGhyxXFvUK-DWNmoudF8NAco9_h9iaGNj8q2ethFkMLs91kzk2PAcDTW9gb54h4FRWyuXpoQ',
    e: 'AQAB',
  };
  const curve = {
    kty: 'EC',
    crv: 'P-256',
    x: 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU',
    y: 'x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0',
  };
  const byRsa = `eyJhbGciOiJSUzI1NiJ9.${payload}.cC4hiUPoj9Eetdgtv3hF80EGrhuB__dzERat0XF9g2VtQgr9PJbu3XOiZj5RZmh7AAuHIm4Bh-0Qc_lF5YKt_O8W2Fp5jujGbds9uJdbF9CUAr7t1dnZcAcQjbKBYNX4BAynRFdiuB--f_nZLgrnbyTyWzO75vRK5h6xBArLIARNPvkSjtQBMHlb1L07Qe7K0GarZRmB_eSN9383LcOLn6_dO--xi12jzDwusC-eOkHWEsqtFZESc6BfI7noOPqvhJ1phCnvWh6IeYI2w9QOYEUipUTI8np6LbgGY9Fs98rqVt5AXLIhWkWywlVmtVrBp0igcN_IoypGlUPQGe77Rw`;
  const byCurve = `eyJhbGciOiJFUzI1NiJ9.${payload}.DtEhU3ljbEg8L38VWAfUAqOyKAM6-Xx-F4GawxaepmXFCgfTjDxw5djxLa8ISlSApmWQxfKTUJqPP3-Kg6NU1Q`;

  test.each([
    ['RS256', byRsa, rsa, curve],
    ['ES256', byCurve, curve, rsa],
  ])('the token by %s verifies with its key, and with no other', async (_, token, own, other) => {
    const [signature = ''] = token.split('.').slice(-1);
    const changed = token.replace(signature, `${signature[0] === 'A' ? 'B' : 'A'}${signature.slice(1)}`);

    expect(await isSignedBy([own], token)).toBe(true);
    expect(await isSignedBy([own, other], token)).toBe(true);
    expect(await isSignedBy([other], token)).toBe(false);
    expect(await isSignedBy([own], changed)).toBe(false);
    expect(await isSignedBy([own], token.replace(payload, payload.replace('eyJpc3Mi', 'eyJpc3Nj')))).toBe(false);
  });
});

/** As for an issuer with this key set. */
function isSignedBy(keys: JWK[], token: string): Promise<boolean> {
  const issuer = 'https://issuer.test';
  const get = async ({ url }: { url: string }) => {
    const isDiscovery = url.endsWith('/.well-known/openid-configuration');
    const answer = isDiscovery ? { issuer, jwks_uri: `${issuer}/keys` } : { keys };
    return { status: 200, body: Buffer.from(JSON.stringify(answer)) };
  };
  return openKeySets({ get }, new ManualWall()).isSigned(token, issuer);
}

/** SEQUENCE of two INTEGERs. */
function derOf(r: string, s: string): Buffer {
  const [one, other] = [integerOf(r), integerOf(s)];
  return Buffer.concat([Buffer.of(0x30, one.length + other.length), one, other]);
}

function integerOf(number: string): Buffer {
  const bytes = hex(number.replace(/^(00)+/, ''));
  const padded = (bytes[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.of(0), bytes]) : bytes;
  return Buffer.concat([Buffer.of(2, padded.length), padded]);
}

/** n - s, which is equally valid (SEC 1, 4.1.4). */
function mirrored(s: string): string {
  const order = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;
  return (order - BigInt(`0x${s}`)).toString(16).padStart(64, '0');
}
