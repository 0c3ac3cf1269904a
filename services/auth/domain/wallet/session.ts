// Sessions of a wallet account: keys that may sign for it.
import type { CredentialKind } from '../credential.ts';

/** The credential that a session comes from, as far as the session tells of it. */
export interface Issuer {
  readonly accountId: string;
  readonly customerId: string;
  readonly credentialId: string;
  readonly type: CredentialKind;
  readonly nickname: string;
  /** Of a passkey, base64url. */
  readonly webauthnId?: string;
}

export interface Session extends Issuer {
  readonly id: string;
  readonly platformId: string;
  /** Compressed hex. */
  readonly publicKey: string;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly expiresAt: Date;
  readonly revokedAt?: Date;
}

/** A session, as far as it matters to what its key signs. */
export type KeyHolder = Pick<Session, 'id' | 'credentialId' | 'expiresAt' | 'revokedAt'>;

export const activeSessionsMax = 10;
const lifetimeMs = 900_000;

/** Its end is a whole second, as every time that clients wait for. */
export function sessionEnd(now: Date): Date {
  return wholeSecond(now.getTime() + lifetimeMs);
}

/** Only then is it listed, and may sign. */
export function isActive({ expiresAt, revokedAt }: Pick<Session, 'expiresAt' | 'revokedAt'>, now: Date): boolean {
  return revokedAt === undefined && now < expiresAt;
}

/** Clients of one-time codes made their key themselves, whatever its form; others send a key to seal to unless it is compressed. */
export function isHeldByClient({ type }: Issuer, clientPublicKey: string): boolean {
  return type === 'EMAIL_OTP' || type === 'SMS_OTP' || clientPublicKey.length === 66;
}

export function wholeSecond(timeMs: number): Date {
  return new Date(Math.floor(timeMs / 1_000) * 1_000);
}
