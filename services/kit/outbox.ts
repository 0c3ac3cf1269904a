// The outbox of a service: events written in the transaction that changes the state, forwarded afterwards.
import { type RawBuilder, sql } from 'kysely';
import type { Environment } from './caller.ts';
import type { Queryable } from './database.ts';

export interface OutboxEvent {
  readonly id: string;
  readonly platformId: string;
  readonly environment: Environment;
  /** Public id of the resource. Its events are forwarded in the order of `sequence`. */
  readonly resource: string;
  /** Grows with every event of the resource. */
  readonly sequence: bigint;
  /** Wire name of the type: `OUTGOING_PAYMENT.COMPLETED`. */
  readonly type: string;
  /** The whole body of the webhook. */
  readonly body: Buffer;
  readonly createdAt: Date;
  readonly requestId: string;
}

export const outboxChannel = 'outbox';

export interface OutboxRow {
  id: string;
  platform_id: string;
  environment: Environment;
  resource: string;
  sequence: bigint;
  type: string;
  body: Buffer;
  created_at: Date;
  request_id: string;
}

/** Adds events, in a transaction with the change that they tell of. */
export function outboxRows(db: Queryable) {
  return {
    add: (event: OutboxEvent) => addEvents(db, [event]),
    addMany: (events: readonly OutboxEvent[]) => addEvents(db, events),
  };
}

async function addEvents(db: Queryable, events: readonly OutboxEvent[]): Promise<void> {
  if (events.length === 0) return;
  await db.query(sql`
    insert into outbox (id, platform_id, environment, resource, sequence, type, body, created_at, request_id)
    values ${sql.join(events.map(valuesOf))}`);
  db.notify(outboxChannel);
}

function valuesOf({ id, platformId, environment, resource, sequence, type, body, createdAt, requestId }: OutboxEvent): RawBuilder<unknown> {
  return sql`(${id}, ${platformId}, ${environment}, ${resource}, ${sequence}, ${type}, ${body}, ${createdAt}, ${requestId})`;
}

/** The event in a row. */
export function eventOf(row: OutboxRow): OutboxEvent {
  return {
    id: row.id,
    platformId: row.platform_id,
    environment: row.environment,
    resource: row.resource,
    sequence: row.sequence,
    type: row.type,
    body: row.body,
    createdAt: row.created_at,
    requestId: row.request_id,
  };
}
