// The stamp of a wallet: what the header Service-Wallet-Signature holds, and whether it is a signature over a text.
import { verify } from 'node:crypto';
import { verifyingKey } from './keys.ts';

export interface Stamp {
  /** Compressed hex, lower case. */
  readonly publicKey: string;
  /** DER. */
  readonly signature: Buffer;
}

/** Reads a stamp; undefined when it is malformed. Order, spaces and further keys of the JSON do not matter. */
export function parseStamp(header: string): Stamp | undefined {
  const { publicKey, scheme, signature } = parsedObject(bytesOf(header)) ?? {};
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

/** Bytes of base64url, undefined for anything else: the decoder itself skips what it does not know. Padding is tolerated. */
function bytesOf(text: string): Buffer | undefined {
  const [, bare = ''] = /^([A-Za-z0-9_-]+)={0,2}$/.exec(text) ?? [];
  const bytes = Buffer.from(bare, 'base64url');
  return bytes.length > 0 && bytes.toString('base64url') === bare ? bytes : undefined;
}

function parsedObject(bytes: Buffer | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(utf8.decode(bytes));
    return typeof value === 'object' && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
