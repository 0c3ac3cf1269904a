// A challenge of strong customer authentication: its lifetime and its limits.
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
  /** The passkey that proves it, base64url. Absent if none can. */
  readonly webauthnId?: string;
  readonly purpose?: string;
  /** As in the text message: `to pay 10.5 EUR to Grace Hopper`. */
  readonly agreement: string;
  /** In E.164 format. Absent if no code is sent. */
  readonly phone?: string;
  readonly state: 'OPEN' | 'PROVEN' | 'ENDED';
  readonly wrongProofs: number;
  readonly attemptedAt?: Date;
  /** How often its code was sent, and when last. */
  readonly sends: number;
  readonly sentAt?: Date;
  readonly createdAt: Date;
  readonly expiresAt: Date;
}

/** The factors that satisfy a challenge: its own, and for trust every available one. */
export function factorsFor({ subject, factor, availableFactors }: Terms): readonly Factor[] {
  return subject === 'TRUST' ? availableFactors : [factor];
}

/** Codes of an authenticator app are not bound to an amount and payee. */
export function paymentFactors(enrolled: readonly Factor[]): readonly Factor[] {
  return enrolled.filter((factor) => factor !== 'TOTP');
}

type Terms = Pick<ScaChallenge, 'subject' | 'factor' | 'availableFactors'>;

export const wrongProofsMax = 5;

/** Attempts per payment challenge. */
export const attemptLimit: Limit = { count: 1, windowMs: 1_000 };

/** Challenges per customer, each with a code to send. Payments are limited by the cost of creating them. */
export const startLimits: Readonly<Partial<Record<Subject, Limit>>> = {
  LOGIN: { count: 10, windowMs: 3_600_000 },
  TRUST: { count: 10, windowMs: 3_600_000 },
};

/** Resends of a challenge's code. */
export const resendLimit: Limit = { count: 1, windowMs: 30_000 };
export const resendsMax = 3;

const lifeMs: Readonly<Record<Factor, number>> = { SMS_OTP: 300_000, TOTP: 600_000, PASSKEY: 600_000 };

/** The end of a challenge started now. */
export function challengeEnd(factor: Factor, now: Date, endsBy?: Date): Date {
  const end = now.getTime() + lifeMs[factor];
  return new Date(endsBy ? Math.min(end, endsBy.getTime()) : end);
}

export const sessionMs = 180 * 24 * 3_600_000;
