// When failing work is given up. It becomes a dead letter, which an operator can see and retry.
import { isOutage } from '../storage/outage.ts';

/** Counters of failing work. */
export interface Failing {
  /** Unexpected errors since the last success. */
  readonly failures: number;
  /** Real time of the first of these errors. */
  readonly failingSince: Date | undefined;
}

export interface Failed extends Failing {
  readonly isDead: boolean;
}

/** Enough attempts and time to notice and fix a bug in a release. */
export const failuresMax = 20;
export const failingMsMax = 6 * 60 * 60 * 1000;

/** A process can be stopped at any time. After this many deaths in a row, the job itself is the likely cause. */
export const deathsMax = 8;

/** The process died while it ran the job. */
export class ProcessEnded extends Error {
  readonly deaths: number;

  constructor(doing: 'ran this job' | 'forwarded this event', deaths: number) {
    super(`The process died while it ${doing}, ${deaths} times in a row.`);
    this.name = 'ProcessEnded';
    this.deaths = deaths;
  }
}

/** The number of deaths after a failure: 0 if the process survived. */
export const deathsAfter = ({ deaths }: { readonly deaths: number }, error: unknown): number =>
  error instanceof ProcessEnded ? deaths : 0;

/**
 * Work whose process died more than once is delayed, so that concurrent work can finish first. The attempt was counted in a commit
 * before it could do any harm.
 */
export const isDeadly = ({ wasCutOff, deaths }: { readonly wasCutOff: boolean; readonly deaths: number }): boolean =>
  wasCutOff && deaths > 1;

/** Outages are not counted: work that fails because of an outage is retried without limit. */
export function afterFailure({ failures, failingSince }: Failing, error: unknown, now: Date): Failed {
  if (isOutage(error)) return { failures, failingSince, isDead: false };
  const since = failingSince ?? now;
  const isLost = error instanceof ProcessEnded && error.deaths >= deathsMax;
  const isDead = isLost || (failures + 1 >= failuresMax && now.getTime() - since.getTime() >= failingMsMax);
  return { failures: failures + 1, failingSince: since, isDead };
}

/** The part of an error that is stored and shown to operators: its message, and those of its causes. PostgreSQL text cannot contain U+0000. */
export function reasonOf(error: unknown): string {
  return messagesOf(error).join(' Cause: ').replaceAll('\0', '').slice(0, reasonMax);
}

function messagesOf(error: unknown): string[] {
  if (!(error instanceof Error)) return [String(error)];
  return [error.message, ...(error.cause instanceof Error ? messagesOf(error.cause) : [])];
}

const reasonMax = 2_000;
