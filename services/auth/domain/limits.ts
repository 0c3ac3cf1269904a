// Rate limits: a number of events in a period.

export interface Limit {
  readonly count: number;
  readonly windowMs: number;
}

/** Codes per credential. */
export const otpLimits: readonly Limit[] = [
  { count: 5, windowMs: 60_000 },
  { count: 20, windowMs: 3_600_000 },
];

/** Failed proofs per credential. */
export const failedProofLimit: Limit = { count: 10, windowMs: 300_000 };

/** Whole seconds until the next event is allowed. Undefined if it is allowed now. `times` in any order. */
export function waitSeconds(times: readonly Date[], limits: readonly Limit[], now: Date): number | undefined {
  const newestFirst = times.map((time) => time.getTime()).toSorted((one, other) => other - one);
  const waits = limits.map(({ count, windowMs }) => {
    const decisive = newestFirst[count - 1];
    return decisive === undefined ? 0 : decisive + windowMs - now.getTime();
  });
  const longest = Math.max(0, ...waits);
  return longest > 0 ? Math.max(1, Math.ceil(longest / 1000)) : undefined;
}
