// Sessions of a wallet account: keys that may sign for it.
import type { CredentialKind } from '../credential.ts';

/** The parts of its credential that a session shows. */
export interface Issuer {
  readonly accountId: string;
  readonly customerId: string;
  readonly credentialId: string;
  readonly type: CredentialKind;
  readonly nickname: string;
  /** For passkeys, base64url. */
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

/** The parts of a session that its signatures depend on. */
export type KeyHolder = Pick<Session, 'id' | 'credentialId' | 'expiresAt' | 'revokedAt'>;

export const activeSessionsMax = 10;
const lifetimeMs = 900_000;

/** Ends on a whole second, like all times for clients. */
export function sessionEnd(now: Date): Date {
  return wholeSecond(now.getTime() + lifetimeMs);
}

/** Only active sessions are listed and can sign. */
export function isActive({ expiresAt, revokedAt }: Pick<Session, 'expiresAt' | 'revokedAt'>, now: Date): boolean {
  return revokedAt === undefined && now < expiresAt;
}

/**
 * With one-time codes, the client always creates the key. Otherwise an uncompressed key means that the platform creates and encrypts it.
 */
export function isHeldByClient({ type }: Issuer, clientPublicKey: string): boolean {
  return type === 'EMAIL_OTP' || type === 'SMS_OTP' || clientPublicKey.length === 66;
}

export function wholeSecond(timeMs: number): Date {
  return new Date(Math.floor(timeMs / 1_000) * 1_000);
}
