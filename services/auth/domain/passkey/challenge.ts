// A challenge for a passkey, which opens a session with a given key.
import { createHash } from 'node:crypto';
import type { Limit } from '../limits.ts';
import { wholeSecond } from '../wallet/session.ts';

export interface PasskeyChallenge {
  readonly platformId: string;
  /** uuid. Sent as `Request:<uuid>` in the header of the response. */
  readonly id: string;
  readonly credentialId: string;
  /** The text whose UTF-8 bytes the authenticator receives. */
  readonly challenge: string;
  /** As sent by the client. */
  readonly clientPublicKey: string;
  readonly failures: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** Used up by a valid response, or by too many invalid ones. */
  readonly consumedAt?: Date;
}

export const wrongAnswersMax = 5;
const openMs = 300_000;

/** Challenges per passkey. */
export const challengeLimits: readonly Limit[] = [{ count: 10, windowMs: 60_000 }];

/** Lower-case hex of the SHA-256 of the session request. */
export function challengeOf(sessionRequest: string): string {
  return createHash('sha256').update(sessionRequest).digest('hex');
}

export function challengeEnd(now: Date): Date {
  return wholeSecond(now.getTime() + openMs);
}

/** Why it cannot be answered, for the sandbox. Undefined if it can. */
export function whyUnanswerable(challenge: PasskeyChallenge | undefined, now: Date): string | undefined {
  if (!challenge) return 'Unknown Request-Id';
  if (challenge.consumedAt) return 'Request-Id already used';
  return now < challenge.expiresAt ? undefined : 'Expired Request-Id';
}
