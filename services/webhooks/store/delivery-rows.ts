// Claimed deliveries and their results, and the rows of results for statements.
import type { RawBuilder } from 'kysely';
import type { KeyedRow } from '../../kit/storage/personal-keys.ts';
import { unnest } from '../../kit/storage/tables.ts';
import { AttemptRecord, DeliveryRecord, type DeliveryState } from './records.ts';

export interface Claimed {
  readonly eventId: string;
  readonly platformId: string;
  /** First attempts of a track are made one after the other. */
  readonly track: string;
  readonly type: string;
  /**
   * Opens the body. Undefined if the customer was erased. Throws if it was changed or its master key is missing, which affects only this
   * event.
   */
  readonly openBody: () => Buffer | undefined;
  /** Nothing when the customer was erased: then the response is not kept. */
  readonly sealResponse: (response: Buffer) => Buffer | undefined;
  readonly requestId: string;
  /** Of the request that caused the event, if that is recorded. */
  readonly traceparent: string | null;
  readonly isRetried: boolean;
  /** Number of earlier attempts. */
  readonly attempts: number;
  readonly giveUpAt: Date;
}

/** The result of a claim. */
export interface Ended {
  readonly delivery: Claimed;
  readonly state: DeliveryState;
  /** For one that is retried. */
  readonly dueAt?: Date;
  /** Absent if nothing was sent, which does not count as an attempt. */
  readonly attempt?: Attempt;
}

export interface Attempt {
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status?: number;
  readonly failure?: string;
  readonly response?: Buffer;
}

export interface Claiming {
  readonly holder: number;
  /** How many to claim, by platform. */
  readonly room: ReadonlyMap<string, number>;
  readonly now: Date;
}

export type ClaimedRow = Omit<Claimed, 'openBody' | 'sealResponse'> & KeyedRow & { readonly body: Buffer };

export interface PlatformDue {
  readonly platformId: string;
  /** Whether any of its events will be sent again. */
  readonly hasFailed: boolean;
}

const endedColumns = [
  ...(['platform_id', 'event_id', 'state', 'due_at'] as const),
  ...(['started_at', 'duration_ms', 'status', 'failure', 'response'] as const),
];

/** The results of claims, as the table `new`. */
export function rowsOf(ended: readonly Ended[]): RawBuilder<unknown> {
  const rows = ended.map(({ delivery, state, dueAt, attempt }) => ({
    platform_id: delivery.platformId,
    event_id: delivery.eventId,
    state,
    due_at: dueAt ?? null,
    started_at: attempt?.startedAt ?? null,
    duration_ms: attempt?.durationMs ?? null,
    status: attempt?.status ?? null,
    failure: attempt?.failure ?? null,
    response: attempt?.response ?? null,
  }));
  return unnest([DeliveryRecord, AttemptRecord], endedColumns, rows);
}
