// Stamps of wallets: parses and verifies the header Service-Wallet-Signature.
import { sign, verify } from 'node:crypto';
import { bytesOf, objectIn } from '../encodings.ts';
import { signingKey, verifyingKey } from './keys.ts';

export interface Stamp {
  /** Lower-case compressed hex. */
  readonly publicKey: string;
  /** DER. */
  readonly signature: Buffer;
}

const scheme = 'SIGNATURE_SCHEME_TK_API_P256';

/** Creates the stamp over a text with the key of these 32 bytes. */
export function writeStamp(text: string, { publicKey, scalar }: { publicKey: string; scalar: Uint8Array }): string {
  const signature = sign('sha256', Buffer.from(text, 'utf8'), signingKey(scalar)).toString('hex');
  return Buffer.from(JSON.stringify({ publicKey, scheme, signature })).toString('base64url');
}

/** Parses a stamp. Undefined if it is malformed. Order, spaces and additional keys of the JSON are ignored. */
export function parseStamp(header: string): Stamp | undefined {
  const { publicKey, scheme: named, signature } = objectIn(bytesOf(header)) ?? {};
  if (named !== scheme) return undefined;
  if (typeof publicKey !== 'string' || !/^0[23][0-9a-f]{64}$/i.test(publicKey)) return undefined;
  if (typeof signature !== 'string' || !/^([0-9a-f]{2})+$/i.test(signature)) return undefined;
  return { publicKey: publicKey.toLowerCase(), signature: Buffer.from(signature, 'hex') };
}

/**
 * Whether the stamp's key signed exactly this text: ECDSA with SHA-256 over its UTF-8 bytes. Both values of `s` are accepted. The encoding
 * is strict: it must equal the encoding of OpenSSL.
 */
export function isStampOf({ publicKey, signature }: Stamp, text: string): boolean {
  const key = verifyingKey(publicKey);
  return key !== undefined && verify('sha256', Buffer.from(text, 'utf8'), key, signature);
}
