// The signature of a webhook: ECDSA over P-256 with SHA-256, of the raw body only.
import { createPublicKey, sign as ecdsaSign, verify as ecdsaVerify, type KeyObject } from 'node:crypto';

export const signatureHeader = 'x-service-signature';

/** The header value for these bytes: `{"v":"1","s":"<Base64 of the DER encoding>"}`. */
export function sign(body: Uint8Array, privateKey: KeyObject): string {
  return JSON.stringify({ v: '1', s: ecdsaSign('sha256', body, privateKey).toString('base64') });
}

/** Whether one of the keys signed exactly these bytes. `body` is the raw body, before any parsing. */
export function isVerified(body: Uint8Array, header: string | undefined, keys: readonly KeyObject[]): boolean {
  const signature = signatureIn(header?.trim() ?? '');
  return signature !== undefined && keys.some((key) => ecdsaVerify('sha256', body, key, signature));
}

/** The keys in a PEM file. */
export function readPublicKeys(pem: string): KeyObject[] {
  return (pem.match(/-----BEGIN PUBLIC KEY-----[^-]+-----END PUBLIC KEY-----/g) ?? []).map((block) => createPublicKey(block));
}

/** A header that is not a JSON object is treated as the Base64 value, which older receivers document. */
function signatureIn(header: string): Buffer | undefined {
  if (header === '') return undefined;
  if (!header.startsWith('{')) return Buffer.from(header, 'base64');
  const { v, s } = parsed(header);
  if (typeof s !== 'string' || (v !== undefined && String(v) !== '1')) return undefined;
  return Buffer.from(s, 'base64');
}

function parsed(header: string): { v?: unknown; s?: unknown } {
  try {
    return JSON.parse(header);
  } catch {
    return {};
  }
}
