// A challenge that a passkey is to answer, for a session of a key that was named with it.
import { createHash } from 'node:crypto';
import type { Limit } from '../limits.ts';
import { wholeSecond } from '../wallet/session.ts';

export interface PasskeyChallenge {
  readonly platformId: string;
  /** uuid; as `Request:<uuid>` it goes into the header of the answer. */
  readonly id: string;
  readonly credentialId: string;
  /** The text whose UTF-8 the authenticator is given. */
  readonly challenge: string;
  /** As the client sent it. */
  readonly clientPublicKey: string;
  readonly failures: number;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  /** By a right answer, or by too many wrong ones. */
  readonly consumedAt?: Date;
}

export const wrongAnswersMax = 5;
const openMs = 300_000;

/** Challenges of one passkey. */
export const challengeLimits: readonly Limit[] = [{ count: 10, windowMs: 60_000 }];

/** Lower-case hex of the SHA-256 of what asks for the session. */
export function challengeOf(sessionRequest: string): string {
  return createHash('sha256').update(sessionRequest).digest('hex');
}

export function challengeEnd(now: Date): Date {
  return wholeSecond(now.getTime() + openMs);
}

/** Why it cannot be answered, in the words of the sandbox; undefined while it can. */
export function whyUnanswerable(challenge: PasskeyChallenge | undefined, now: Date): string | undefined {
  if (!challenge) return 'Unknown Request-Id';
  if (challenge.consumedAt) return 'Request-Id already used';
  return now < challenge.expiresAt ? undefined : 'Expired Request-Id';
}
