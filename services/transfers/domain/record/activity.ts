// What a sandbox notes for developers about the work on a transaction.

export type ActivityType = 'RAIL_CALL' | 'JOB';
export type ActivityOutcome = 'WAITING' | 'DONE' | 'POSTPONED' | 'FAILED';

export interface Activity {
  readonly type: ActivityType;
  readonly name: string;
  readonly outcome: ActivityOutcome;
  /** What the rail reported, or the code of the error. */
  readonly result: string | undefined;
  /** In the platform's time. */
  readonly time: Date;
  /** Absent while it waits. */
  readonly durationMs: number | undefined;
  readonly requestId: string;
  readonly traceId: string | undefined;
}

/** The trace id in a W3C trace context. */
export const traceIdIn = (traceparent: string | null | undefined): string | undefined => traceparent?.split('-')[1];
