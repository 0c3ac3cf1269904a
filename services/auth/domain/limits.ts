// How often a thing may be done: so many times in so long.

export interface Limit {
  readonly count: number;
  readonly windowMs: number;
}

/** Codes of one credential. */
export const otpLimits: readonly Limit[] = [
  { count: 5, windowMs: 60_000 },
  { count: 20, windowMs: 3_600_000 },
];

/** Proofs of one credential that fail. */
export const failedProofLimit: Limit = { count: 10, windowMs: 300_000 };

/** Whole seconds until it may be done once more, or undefined when it may be done now. `times` may come in any order. */
export function waitSeconds(times: readonly Date[], limits: readonly Limit[], now: Date): number | undefined {
  const newestFirst = times.map((time) => time.getTime()).toSorted((one, other) => other - one);
  const waits = limits.map(({ count, windowMs }) => {
    const decisive = newestFirst[count - 1];
    return decisive === undefined ? 0 : decisive + windowMs - now.getTime();
  });
  const longest = Math.max(0, ...waits);
  return longest > 0 ? Math.max(1, Math.ceil(longest / 1000)) : undefined;
}
