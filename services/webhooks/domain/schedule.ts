// When an event is retried, and when it is given up.

/** How long delivery of an event is attempted. */
export const tryingMs = 7 * 24 * 3600_000;

export interface Failed {
  /** Number of finished attempts, including this one. */
  readonly attempts: number;
  /** Real time when this attempt ended. */
  readonly now: Date;
  readonly giveUpAt: Date;
  /** The wait that the receiver requested with 429 or 503. */
  readonly retryAfterMs?: number;
  /** A random number from 0 up to 1. */
  readonly chance: number;
}

/** When the next attempt is due. Undefined if there is none. */
export function nextAttemptAt({ attempts, now, giveUpAt, retryAfterMs = 0, chance }: Failed): Date | undefined {
  const delayMs = jittered(Math.min(delayMsMax, firstDelayMs * 2 ** (attempts - 1)), chance);
  const dueAt = new Date(now.getTime() + Math.max(delayMs, Math.min(retryAfterMs, delayMsMax)));
  return dueAt > giveUpAt ? undefined : dueAt;
}

const firstDelayMs = 5_000;
const delayMsMax = 1_800_000;

/** Varies by up to 10 %, so that concurrent failures do not retry at the same time. */
function jittered(delayMs: number, chance: number): number {
  return Math.round(delayMs * (0.9 + 0.2 * chance));
}
