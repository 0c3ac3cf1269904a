// The public key of a passkey: converts COSE to SPKI, and verifies signatures.
import { createPublicKey, verify, type webcrypto } from 'node:crypto';
import type { CBORType } from '@levischuck/tiny-cbor';

/** The key as SPKI (DER). Undefined unless it is for ES256, RS256 or EdDSA on Ed25519. */
export function publicKeyOf(cose: CBORType): Buffer | undefined {
  const jwk = cose instanceof Map ? jwkOf(cose) : undefined;
  if (!jwk) return undefined;
  try {
    return createPublicKey({ key: jwk, format: 'jwk' }).export({ format: 'der', type: 'spki' });
  } catch {
    return undefined; // not a point of its curve
  }
}

/** ES256 as DER, RS256 as PKCS #1 v1.5, EdDSA raw, by the type of the key. */
export function isSignedBy(spki: Uint8Array, signed: Buffer, signature: Buffer): boolean {
  const key = createPublicKey({ key: Buffer.from(spki), format: 'der', type: 'spki' });
  return verify(key.asymmetricKeyType === 'ed25519' ? null : 'sha256', signed, key, signature);
}

/** Labels of RFC 9053: 1 is the key type, 3 its algorithm; negative ones depend on the type. */
function jwkOf(cose: Map<string | number, CBORType>): webcrypto.JsonWebKey | undefined {
  const text = (label: number) => {
    const value = cose.get(label);
    return value instanceof Uint8Array ? Buffer.from(value).toString('base64url') : '';
  };
  switch (`${cose.get(1)} ${cose.get(3)} ${cose.get(-1) instanceof Uint8Array ? '' : cose.get(-1)}`) {
    case '2 -7 1':
      return { kty: 'EC', crv: 'P-256', x: text(-2), y: text(-3) };
    case '3 -257 ':
      return { kty: 'RSA', n: text(-1), e: text(-2) };
    case '1 -8 6':
      return { kty: 'OKP', crv: 'Ed25519', x: text(-2) };
    default:
      return undefined;
  }
}
