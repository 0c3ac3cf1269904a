// Codes of an authenticator app (RFC 6238: SHA-1, six digits, steps of 30 seconds), and the recovery codes that replace them.
import { createHmac } from 'node:crypto';
import { base32nopad } from '@scure/base';
import { verifySync } from 'otplib';

export interface Totp {
  readonly secret: Buffer;
  /** The last step whose code was used, counted from 1970. 0 if none was. */
  readonly usedStep: number;
  /** Of the recovery codes that were not used yet. */
  readonly recoveryHashes: readonly string[];
  /** The end of a pending enrollment. */
  readonly expiresAt: Date;
  /** Absent while the enrollment is pending. */
  readonly enrolledAt?: Date;
}

export const secretBytes = 20;
export const enrollmentMs = 600_000;
const stepSeconds = 30;

/** The step of a code that is valid now, one step ago or one step ahead. Undefined if it is wrong, or its step was used. */
export function stepOf(code: string, { secret, usedStep }: Pick<Totp, 'secret' | 'usedStep'>, now: Date): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const epoch = Math.floor(now.getTime() / 1_000);
  const result = verifySync({ secret, token: code, epoch, period: stepSeconds, epochTolerance: stepSeconds });
  return result.valid && 'timeStep' in result && result.timeStep > usedStep ? result.timeStep : undefined;
}

/** What apps scan as a QR code. */
export function totpUri({ issuer, account, secret }: { issuer: string; account: string; secret: Buffer }): string {
  const [by, label] = [encodeURIComponent(issuer), encodeURIComponent(account)];
  return `otpauth://totp/${by}:${label}?secret=${base32nopad.encode(secret)}&issuer=${by}`;
}

/** Random bytes for all recovery codes: ten codes of twelve characters with five bits each. */
export const recoveryBytes = 75;

/** `XXXX-XXXX-XXXX`, from A to Z and 2 to 7. */
export function recoveryCodesFrom(random: Buffer): string[] {
  return (base32nopad.encode(random).match(/.{12}/g) ?? []).map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

/** Keyed by the secret, which is stored sealed: a copy of the hashes alone cannot be searched. */
export function recoveryHash(code: string, secret: Buffer): string {
  return createHmac('sha256', secret).update(`recovery code ${code}`).digest('base64url');
}
