// The states of a reset.
import { expect, test } from 'vitest';
import { type LivenessResult, type ResetState, type ScaReset, stateAt } from '../../services/auth/domain/sca/reset.ts';

const createdAt = new Date('2027-01-01T00:00:00Z');
const expiresAt = new Date('2027-01-01T00:30:00Z');
const resetIn = (state: ResetState): ScaReset => {
  const [id, platformId, customerId] = ['1', '2', '3'];
  return { id, platformId, customerId, factor: 'TOTP', state, createdAt, expiresAt };
};

const results: LivenessResult[] = ['PENDING', 'IN_REVIEW', 'PASSED', 'REJECTED'];
const states: Record<ResetState, readonly ResetState[]> = {
  INITIATED: ['INITIATED', 'PENDING_REVIEW', 'LIVENESS_PASSED', 'REJECTED'],
  PENDING_REVIEW: ['PENDING_REVIEW', 'PENDING_REVIEW', 'LIVENESS_PASSED', 'REJECTED'],
  LIVENESS_PASSED: ['LIVENESS_PASSED', 'LIVENESS_PASSED', 'LIVENESS_PASSED', 'LIVENESS_PASSED'],
  COMPLETED: ['COMPLETED', 'COMPLETED', 'COMPLETED', 'COMPLETED'],
  REJECTED: ['REJECTED', 'REJECTED', 'REJECTED', 'REJECTED'],
  EXPIRED: ['EXPIRED', 'EXPIRED', 'EXPIRED', 'EXPIRED'],
};
const isFinal = (state: ResetState) => ['COMPLETED', 'REJECTED', 'EXPIRED'].includes(state);

test.each(Object.entries(states) as [ResetState, readonly ResetState[]][])('%s moves by its table', (state, after) => {
  const soon = results.map((result) => stateAt(resetIn(state), result, createdAt));
  const late = results.map((result) => stateAt(resetIn(state), result, expiresAt));

  expect(soon).toEqual(after);
  expect(late).toEqual(after.map((next) => (isFinal(next) ? next : 'EXPIRED')));
});
