// P-256 keys in the formats of wallet clients: hex of a point, compressed or uncompressed, and hex of a scalar.
import { createECDH, createPrivateKey, createPublicKey, ECDH, type KeyObject } from 'node:crypto';

const curve = 'prime256v1';
const scalarBytes = 32;

/** The uncompressed point, 65 bytes, of a point in either format. Undefined if it is not on the curve. */
export function pointOf(publicKey: string): Buffer | undefined {
  if (!/^(0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i.test(publicKey)) return undefined;
  try {
    return ECDH.convertKey(publicKey, curve, 'hex', undefined, 'uncompressed') as Buffer;
  } catch {
    return undefined;
  }
}

/** The format in which keys are stored and compared: 66 lower-case characters. Undefined if it is not on the curve. */
export function compressed(publicKey: string): string | undefined {
  const point = pointOf(publicKey);
  if (!point) return undefined;
  const isOdd = ((point[64] ?? 0) & 1) === 1;
  return `${isOdd ? '03' : '02'}${point.toString('hex', 1, 33)}`;
}

/** A key to verify signatures. Creating one costs as much as using it, so recent keys are cached. */
export function verifyingKey(publicKey: string): KeyObject | undefined {
  const known = verifyingKeys.get(publicKey);
  if (known) return known;
  const point = pointOf(publicKey);
  if (!point) return undefined;
  const made = createPublicKey({ key: jwkOf(point), format: 'jwk' });
  if (verifyingKeys.size >= rememberedMax) verifyingKeys.delete(verifyingKeys.keys().next().value ?? '');
  verifyingKeys.set(publicKey, made);
  return made;
}

/** A key to sign, from its 32 bytes. */
export function signingKey(scalar: Uint8Array): KeyObject {
  return createPrivateKey({
    key: { ...jwkOf(publicPoint(scalar)), d: Buffer.from(scalar).toString('base64url') },
    format: 'jwk',
  });
}

/** The uncompressed point, 65 bytes, of a private scalar. Throws for an invalid scalar. */
export function publicPoint(scalar: Uint8Array): Buffer {
  const pair = createECDH(curve);
  pair.setPrivateKey(scalar);
  return pair.getPublicKey();
}

/** A new private scalar, 32 bytes. */
export function newScalar(): Buffer {
  const pair = createECDH(curve);
  pair.generateKeys();
  const scalar = pair.getPrivateKey();
  return Buffer.concat([Buffer.alloc(scalarBytes - scalar.length), scalar]); // leading zeros may be omitted
}

function jwkOf(point: Buffer) {
  return {
    kty: 'EC',
    crv: 'P-256',
    x: point.toString('base64url', 1, 33),
    y: point.toString('base64url', 33, 65),
  };
}

const rememberedMax = 2_000;
const verifyingKeys = new Map<string, KeyObject>();
