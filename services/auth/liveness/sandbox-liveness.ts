// The liveness checks of the sandbox: submitted and decided by the clock. The end of the customer's name selects the outcome.
import type { Liveness } from './liveness.ts';

const submittedMs = 2_000;
const decidedMs = 5_000;

/** `timeScale` divides delays. */
export function sandboxLiveness(timeScale: number): Liveness {
  return {
    start: async () => ({}),
    resultOf: async ({ createdAt }, { now, fullName }) => {
      const passedMs = (now.getTime() - createdAt.getTime()) * timeScale;
      if (passedMs < submittedMs) return 'PENDING';
      if (passedMs < decidedMs) return 'IN_REVIEW';
      return fullName.endsWith('002') ? 'REJECTED' : 'PASSED';
    },
  };
}
