// An event in the outbox, for writers, and as stored in the table.
import type { Environment } from '../core/caller.ts';
import type { KeyedRow } from '../storage/personal-keys.ts';
import type { Row } from '../storage/tables.ts';
import type { OutboxRecord } from '../storage/work-records.ts';

export interface OutboxEvent {
  readonly id: string;
  readonly platformId: string;
  /** uuid of the customer of the event. */
  readonly customerId?: string | undefined;
  readonly environment: Environment;
  /** Public id of the resource. Its events are forwarded in the order of `sequence`. */
  readonly resource: string;
  /** Increases with every event of the resource. */
  readonly sequence: bigint;
  /** Wire name of the type: `OUTGOING_PAYMENT.COMPLETED`. */
  readonly type: string;
  /** The complete webhook body. */
  readonly body: Buffer;
  readonly createdAt: Date;
  readonly requestId: string;
  /** Of the request that caused it, if that is recorded. */
  readonly traceparent?: string | undefined;
}

/** An event with its stored body. */
export interface StoredEvent extends OutboxEvent {
  readonly isSealed: boolean;
  /** Sealed key of the customer. Null once it is destroyed. */
  readonly personalKey: Buffer | null;
}

/** A row of the outbox with the key of its customer. */
export type KeyedOutboxRow = Row<typeof OutboxRecord> & Pick<KeyedRow, 'personal_key'>;

export function toStoredEvent(row: KeyedOutboxRow): StoredEvent {
  const { id, environment, resource, sequence, type, body } = row;
  return {
    id,
    environment,
    resource,
    sequence,
    type,
    body,
    isSealed: row.is_sealed,
    personalKey: row.personal_key,
    platformId: row.platform_id,
    customerId: row.customer_id ?? undefined,
    createdAt: row.created_at,
    requestId: row.request_id ?? '',
    traceparent: row.traceparent ?? undefined,
  };
}
