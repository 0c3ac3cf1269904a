// One-time codes: their states, their generation, and the format of an attempt.
import { objectIn } from './encodings.ts';

/** CONSUMED: by the right code. SUPERSEDED: by a newer one. BURNED: by wrong codes. */
export type OtpState = 'ISSUED' | 'CONSUMED' | 'SUPERSEDED' | 'EXPIRED' | 'BURNED';

export const wrongCodesMax = 5;
export const sandboxCode = '000000';

/** A code, and the key to which clients encrypt it. */
export interface OtpIssuance {
  readonly platformId: string;
  readonly id: string;
  readonly credentialId: string;
  readonly code: string;
  /** Uncompressed hex. */
  readonly targetPublic: string;
  /** The scalar, 32 bytes. */
  readonly targetPrivate: Uint8Array;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Absent while the code is being sent. */
  readonly sentAt?: Date;
}

export interface CodeShape {
  readonly length: number;
  readonly isAlphanumeric: boolean;
}

/** `below(n)` returns a random whole number from 0 to n - 1. */
export function codeFrom({ length, isAlphanumeric }: CodeShape, below: (limit: number) => number): string {
  const alphabet = isAlphanumeric ? alphanumeric : digits;
  return Array.from({ length }, () => alphabet[below(alphabet.length)]).join('');
}

const digits = '0123456789';
const alphanumeric = `${digits}ABCDEFGHIJKLMNOPQRSTUVWXYZ`;

/** The two parts of `encryptedOtpBundle`. Undefined if it is malformed. */
export function parseAttempt(bundle: string): { encappedPublic: string; ciphertext: string } | undefined {
  const { encappedPublic, ciphertext } = objectIn(Buffer.from(bundle)) ?? {};
  if (typeof encappedPublic !== 'string' || typeof ciphertext !== 'string') return undefined;
  const isHex = /^04[0-9a-f]{128}$/i.test(encappedPublic) && /^([0-9a-f]{2})+$/i.test(ciphertext);
  return isHex ? { encappedPublic, ciphertext } : undefined;
}

/** The plaintext. Undefined if it is malformed. */
export function parsePlaintext(plaintext: Uint8Array): { code: string; publicKey: string } | undefined {
  const { otp_code: code, public_key: publicKey } = objectIn(plaintext) ?? {};
  if (typeof code !== 'string' || typeof publicKey !== 'string') return undefined;
  return /^(0[23][0-9a-f]{64}|04[0-9a-f]{128})$/i.test(publicKey) ? { code, publicKey } : undefined;
}
