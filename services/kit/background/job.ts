// A job as its handler sees it, and the one thing that a handler may throw on purpose.
import type { JsonObject } from '@bufbuild/protobuf';
import type { Environment } from '../core/caller.ts';

export type { JobName } from '../core/method.ts';

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
  /** On the wall; later than `runAt` says after failures. */
  readonly dueAt: Date;
  /** 1 at the first attempt. */
  readonly attempts: number;
  readonly lastError?: string;
  readonly requestId: string;
}

/** Thrown by a handler that has nothing to do before `runAt`, in the platform's time. No failure is counted. */
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
