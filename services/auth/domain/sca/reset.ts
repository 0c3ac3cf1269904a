// The reset of a lost factor: its states, and what the liveness check of the customer does to them.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';
import type { Limit } from '../limits.ts';
import type { Factor } from './challenge.ts';

export type ResetState = 'INITIATED' | 'PENDING_REVIEW' | 'LIVENESS_PASSED' | 'COMPLETED' | 'REJECTED' | 'EXPIRED';

export type ResetEvent = 'submitted' | 'passed' | 'failed' | 'completed' | 'expired';

export interface ScaReset {
  /** uuid. */
  readonly id: string;
  readonly platformId: string;
  readonly customerId: string;
  /** The lost factor. */
  readonly factor: Factor;
  readonly state: ResetState;
  readonly createdAt: Date;
  readonly expiresAt: Date;
  readonly completedAt?: Date;
  /** When the factor was enrolled again. */
  readonly enrolledAt?: Date;
}

/** A check that was not read while in review can have passed or failed since. */
export const resetMoves: Readonly<Record<ResetState, Partial<Record<ResetEvent, ResetState>>>> = {
  INITIATED: { submitted: 'PENDING_REVIEW', passed: 'LIVENESS_PASSED', failed: 'REJECTED', expired: 'EXPIRED' },
  PENDING_REVIEW: { passed: 'LIVENESS_PASSED', failed: 'REJECTED', expired: 'EXPIRED' },
  LIVENESS_PASSED: { completed: 'COMPLETED', expired: 'EXPIRED' },
  COMPLETED: {},
  REJECTED: {},
  EXPIRED: {},
};

/** The states from which an event moves a reset. */
export function statesBefore(event: ResetEvent): ResetState[] {
  return (Object.keys(resetMoves) as ResetState[]).filter((state) => resetMoves[state][event]);
}

/** The result of a liveness check so far. */
export type LivenessResult = 'PENDING' | 'IN_REVIEW' | 'PASSED' | 'REJECTED';

const eventOf: Readonly<Record<LivenessResult, ResetEvent | undefined>> = {
  PENDING: undefined,
  IN_REVIEW: 'submitted',
  PASSED: 'passed',
  REJECTED: 'failed',
};

/** Whether it waits for the result of its liveness check. */
export function isUnderReview({ state }: ScaReset): boolean {
  return resetMoves[state].passed !== undefined;
}

/** The state at this time. A rejected check is final; a passed one must be completed before the end. */
export function stateAt({ state, expiresAt }: ScaReset, result: LivenessResult, now: Date): ResetState {
  const event = eventOf[result];
  const next = (event && resetMoves[state][event]) ?? state;
  return (now >= expiresAt && resetMoves[next].expired) || next;
}

export const resetMs = 1_800_000;

/** Resets per customer. */
export const resetLimit: Limit = { count: 5, windowMs: 24 * 3_600_000 };

export function notPassed(state: ResetState): Refusal {
  return fail(ErrorCode.INVALID_INPUT, `The reset is ${state}. Only a reset in LIVENESS_PASSED can be completed.`, {
    reason: 'LIVENESS_NOT_PASSED',
  });
}
