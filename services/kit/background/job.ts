// A job as passed to its handler, and the error with which handlers postpone it.
import type { JsonObject } from '@bufbuild/protobuf';
import type { Environment } from '../core/caller.ts';

export type { JobName } from '../core/method.ts';

/** Maximum time between two looks for due jobs. New jobs that are due earlier wake the workers, as do the death of a process and a lost session. */
export const looksEveryMs = 10_000;

export interface Job {
  readonly id: string;
  readonly kind: string;
  readonly key: string;
  readonly platformId: string;
  readonly environment: Environment;
  /** How far the platform's clock runs ahead of the wall. */
  readonly clockOffsetMs: number;
  readonly payload: JsonObject;
  /** In the platform's time. */
  readonly runAt: Date;
  /** On the wall. Later than `runAt` after failures. */
  readonly dueAt: Date;
  /** 1 at the first attempt. */
  readonly attempts: number;
  readonly lastError?: string;
  readonly requestId: string;
  /** Of the request that added it, if that is recorded. */
  readonly traceparent?: string | undefined;
}

/** Thrown by a handler to postpone the job to `runAt`, in the platform's time. Does not count as a failure. */
export class RetryAt extends Error {
  readonly runAt: Date;

  constructor(runAt: Date) {
    super(`Postponed until ${runAt.toISOString()}.`);
    this.runAt = runAt;
  }
}

/** `throw retryAt(date)` in a handler. */
export function retryAt(runAt: Date): RetryAt {
  return new RetryAt(runAt);
}
