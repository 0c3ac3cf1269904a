// The stamp of a wallet: what the header Service-Wallet-Signature holds, and whether it is a signature over a text.
import { verify } from 'node:crypto';
import { bytesOf, objectIn } from '../encodings.ts';
import { verifyingKey } from './keys.ts';

export interface Stamp {
  /** Compressed hex, lower case. */
  readonly publicKey: string;
  /** DER. */
  readonly signature: Buffer;
}

/** Reads a stamp; undefined when it is malformed. Order, spaces and further keys of the JSON do not matter. */
export function parseStamp(header: string): Stamp | undefined {
  const { publicKey, scheme, signature } = objectIn(bytesOf(header)) ?? {};
  if (scheme !== 'SIGNATURE_SCHEME_TK_API_P256') return undefined;
  if (typeof publicKey !== 'string' || !/^0[23][0-9a-f]{64}$/i.test(publicKey)) return undefined;
  if (typeof signature !== 'string' || !/^([0-9a-f]{2})+$/i.test(signature)) return undefined;
  return { publicKey: publicKey.toLowerCase(), signature: Buffer.from(signature, 'hex') };
}

/**
 * Whether the stamp's key signed exactly this text: ECDSA with SHA-256, once over its UTF-8 bytes. Either of the two values of `s` is
 * right. The encoding is strict: OpenSSL writes what it has read again, and compares.
 */
export function isStampOf({ publicKey, signature }: Stamp, text: string): boolean {
  const key = verifyingKey(publicKey);
  return key !== undefined && verify('sha256', Buffer.from(text, 'utf8'), key, signature);
}
