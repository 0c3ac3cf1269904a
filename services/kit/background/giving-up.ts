// When work that keeps failing is given up: it becomes a dead letter, which an operator sees and can retry.
import { isOutage } from '../storage/outage.ts';

/** What is counted of work that fails. */
export interface Failing {
  /** Unexpected errors since the work last got anywhere. */
  readonly failures: number;
  /** On the wall; undefined before the first of them. */
  readonly failingSince: Date | undefined;
}

export interface Failed extends Failing {
  readonly isDead: boolean;
}

/** Enough attempts and enough time for a mistake in a release to be noticed and mended. */
export const failuresMax = 20;
export const failingMsMax = 6 * 60 * 60 * 1000;

/** A process may be stopped at any moment; so often in a row it is the work that stops it. */
export const deathsMax = 8;

/** What has happened to work that its process did not survive. */
export class ProcessEnded extends Error {
  readonly deaths: number;

  constructor(deaths: number) {
    super(`The process died while it ran this job, ${deaths} times in a row.`);
    this.name = 'ProcessEnded';
    this.deaths = deaths;
  }
}

/** An outage ends by itself, so it counts for nothing: what meets one is tried for ever. */
export function afterFailure({ failures, failingSince }: Failing, error: unknown, now: Date): Failed {
  if (isOutage(error)) return { failures, failingSince, isDead: false };
  const since = failingSince ?? now;
  const isLost = error instanceof ProcessEnded && error.deaths >= deathsMax;
  const isDead = isLost || (failures + 1 >= failuresMax && now.getTime() - since.getTime() >= failingMsMax);
  return { failures: failures + 1, failingSince: since, isDead };
}

/** What is kept of an error, and shown to operators. PostgreSQL takes no U+0000 in texts. */
export function reasonOf(error: unknown): string {
  const reason = error instanceof Error ? error.message : String(error);
  return reason.replaceAll('\0', '').slice(0, reasonMax);
}

const reasonMax = 2_000;
