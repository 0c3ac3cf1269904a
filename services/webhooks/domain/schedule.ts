// When an event is sent again, and when it is given up.

/** How long an event is tried for. */
export const tryingMs = 7 * 24 * 3600_000;

export interface Failed {
  /** Attempts that have ended, this one included. */
  readonly attempts: number;
  /** When this one ended, on the wall. */
  readonly now: Date;
  readonly giveUpAt: Date;
  /** What the receiver asked for, on 429 and 503. */
  readonly retryAfterMs?: number;
  /** A random number from 0 up to 1. */
  readonly chance: number;
}

/** When the next attempt is due, or undefined when there is none any more. */
export function nextAttemptAt({ attempts, now, giveUpAt, retryAfterMs = 0, chance }: Failed): Date | undefined {
  const delayMs = jittered(Math.min(delayMsMax, firstDelayMs * 2 ** (attempts - 1)), chance);
  const dueAt = new Date(now.getTime() + Math.max(delayMs, Math.min(retryAfterMs, delayMsMax)));
  return dueAt > giveUpAt ? undefined : dueAt;
}

const firstDelayMs = 5_000;
const delayMsMax = 1_800_000;

/** Up to a tenth more or less, so that what failed together does not come back together. */
function jittered(delayMs: number, chance: number): number {
  return Math.round(delayMs * (0.9 + 0.2 * chance));
}
