// A challenge that a customer answers to prove who they are: how long it lives, and what becomes of it.
import type { Limit } from '../limits.ts';

export type Factor = 'SMS_OTP' | 'TOTP' | 'PASSKEY';
export type Subject = 'LOGIN' | 'QUOTE' | 'TRUST';

export interface ScaChallenge {
  /** uuid. */
  readonly id: string;
  readonly platformId: string;
  readonly customerId: string;
  readonly subject: Subject;
  /** uuid of the customer, quote or account. */
  readonly subjectId: string;
  readonly factor: Factor;
  readonly availableFactors: readonly Factor[];
  readonly purpose?: string;
  /** As the text message says it: `to pay 10.5 EUR to Grace Hopper`. */
  readonly agreement: string;
  /** In E.164: where its codes go. Absent where none goes out. */
  readonly phone?: string;
  readonly state: 'OPEN' | 'PROVEN' | 'ENDED';
  readonly wrongProofs: number;
  readonly attemptedAt?: Date;
  /** How often its code went out, and when it last did. */
  readonly sends: number;
  readonly sentAt?: Date;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

export const wrongProofsMax = 5;

/** Attempts at one challenge of a payment. */
export const attemptLimit: Limit = { count: 1, windowMs: 1_000 };

/** Challenges of one customer, each with a code that goes out. Payments are limited by what they cost to make. */
export const startLimits: Readonly<Partial<Record<Subject, Limit>>> = {
  LOGIN: { count: 10, windowMs: 3_600_000 },
  TRUST: { count: 10, windowMs: 3_600_000 },
};

/** The code of one challenge, sent again. */
export const resendLimit: Limit = { count: 1, windowMs: 30_000 };
export const resendsMax = 3;

const lifeMs: Readonly<Record<Factor, number>> = { SMS_OTP: 300_000, TOTP: 600_000, PASSKEY: 600_000 };

/** A challenge made now ends then, and no later than it may. */
export function challengeEnd(factor: Factor, now: Date, endsBy?: Date): Date {
  const end = now.getTime() + lifeMs[factor];
  return new Date(endsBy ? Math.min(end, endsBy.getTime()) : end);
}

export const sessionMs = 180 * 24 * 3_600_000;
