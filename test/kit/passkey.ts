// A software authenticator: it registers one passkey and answers challenges, and can be configured to make mistakes.
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import { type CBORType, encodeCBOR } from '@levischuck/tiny-cbor';

export type Algorithm = 'ES256' | 'RS256' | 'EdDSA';

/** Deviations of an authenticator, or of the browser. */
export interface Deviation {
  readonly type?: string;
  readonly origin?: string;
  readonly rpId?: string;
  readonly flags?: number;
  readonly counter?: number;
  readonly credentialId?: string;
  /** Bytes after the fixed part of the authenticator data. */
  readonly more?: Uint8Array;
}

export const present = 0x01;
export const attested = 0x40;
export const extended = 0x80;

export function softPasskey(algorithm: Algorithm = 'ES256', at = { origin: 'https://app.wallet.test', rpId: 'wallet.test' }) {
  const { publicKey, privateKey } = pairOf(algorithm);
  const id = randomBytes(16);
  let counter = 0;

  return {
    credentialId: id.toString('base64url'),
    /** The key in a registration. */
    cose: coseOf(algorithm, publicKey),

    /** `attestation` of a registration for a base64url challenge. */
    register(challenge: string, deviation: Deviation = {}, cose = coseOf(algorithm, publicKey)) {
      const { type = 'webauthn.create', flags = present | attested } = deviation;
      const key = Buffer.concat([Buffer.alloc(16), Buffer.of(0, id.length), id, encodeCBOR(cose)]);
      const authData = authenticatorData({ more: key, ...at, ...deviation, flags });
      const statement: [string, CBORType][] = [
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', Uint8Array.from(authData)],
      ];
      return {
        credentialId: deviation.credentialId ?? id.toString('base64url'),
        clientDataJson: clientData(type, challenge, deviation.origin ?? at.origin).toString('base64url'),
        attestationObject: Buffer.from(encodeCBOR(new Map(statement))).toString('base64url'),
        transports: ['internal'],
      };
    },

    /** `assertion` of a verification: `challenge` is the text from the challenge's answer, or its bytes. */
    assert(challenge: string | Buffer, deviation: Deviation = {}) {
      counter += 1;
      const { type = 'webauthn.get', flags = present } = deviation;
      const data = authenticatorData({ counter, ...at, ...deviation, flags });
      const client = clientData(type, Buffer.from(challenge).toString('base64url'), deviation.origin ?? at.origin);
      const signed = Buffer.concat([data, createHash('sha256').update(client).digest()]);
      return {
        credentialId: deviation.credentialId ?? id.toString('base64url'),
        clientDataJson: client.toString('base64url'),
        authenticatorData: data.toString('base64url'),
        signature: sign(algorithm === 'EdDSA' ? null : 'sha256', signed, privateKey).toString('base64url'),
        userHandle: null,
      };
    },
  };
}

export function clientData(type: string, challenge: string, origin: string): Buffer {
  return Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
}

function authenticatorData({ rpId = '', flags = 0, counter = 0, more = Buffer.alloc(0) }: Deviation): Buffer {
  const fixed = Buffer.alloc(5);
  fixed.writeUInt8(flags);
  fixed.writeUInt32BE(counter, 1);
  return Buffer.concat([createHash('sha256').update(rpId).digest(), fixed, more]);
}

function pairOf(algorithm: Algorithm): { publicKey: KeyObject; privateKey: KeyObject } {
  if (algorithm === 'RS256') return generateKeyPairSync('rsa', { modulusLength: 2048 });
  if (algorithm === 'EdDSA') return generateKeyPairSync('ed25519');
  return generateKeyPairSync('ec', { namedCurve: 'P-256' });
}

function coseOf(algorithm: Algorithm, publicKey: KeyObject): Map<number, CBORType> {
  const { x = '', y = '', n = '', e = '' } = publicKey.export({ format: 'jwk' });
  const bytes = (text: string) => Uint8Array.from(Buffer.from(text, 'base64url'));
  const own: Record<Algorithm, [number, CBORType][]> = {
    ES256: [
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytes(x)],
      [-3, bytes(y)],
    ],
    RS256: [
      [1, 3],
      [3, -257],
      [-1, bytes(n)],
      [-2, bytes(e)],
    ],
    EdDSA: [
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytes(x)],
    ],
  };
  return new Map(own[algorithm]);
}
