// Approval requests: sent once, and stored with the other events, without further attempts.
import type { Queryable } from '../../kit/storage/database.ts';
import { type PersonalKey, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { insertInto, type NewRow } from '../../kit/storage/tables.ts';
import type { Attempt } from './delivery-rows.ts';
import type { AcceptedEvent } from './events.ts';
import { AttemptRecord, DeliveryRecord, type DeliveryState, EventRecord } from './records.ts';
import { bodyPlace, responsePlace } from './sealed.ts';

export interface ApprovalEvent {
  readonly event: AcceptedEvent;
  readonly isAnswered: boolean;
  /** Absent: there was no endpoint. */
  readonly attempt?: Attempt;
  readonly now: Date;
}

export function approvalEventRows(db: Queryable, secrets: Sealing) {
  return {
    /** Keeps a known event unchanged. Must be called in a transaction. */
    async keep({ event, isAnswered, attempt, now }: ApprovalEvent): Promise<void> {
      const key = (await personalKeys(db, secrets).sealers([event]))(event);
      const insert = insertInto(EventRecord, [toRow(event, key, now)]).onConflict((conflict) => conflict.doNothing());
      const stored = await db.query(insert.returning('id'));
      if (stored.length === 0) return;
      const state = !attempt ? 'NO_ENDPOINT' : isAnswered ? 'DELIVERED' : 'DEAD';
      await db.query(insertInto(DeliveryRecord, [deliveryOf(event, { state, attempts: attempt ? 1 : 0, now })]));
      if (attempt) await db.query(insertInto(AttemptRecord, [attemptAt(event, attempt, key)]));
    },
  };
}

function toRow(event: AcceptedEvent, key: PersonalKey, now: Date): NewRow<typeof EventRecord> {
  const { id, resource, sequence, type } = event;
  return {
    platform_id: event.platformId,
    id,
    resource,
    sequence,
    type,
    customer_id: event.customerId ?? null,
    body: key.seal(event.body, bodyPlace(id)),
    created_at: event.createdAt,
    request_id: event.requestId,
    traceparent: event.traceparent ?? null,
    accepted_at: now,
  };
}

interface Outcome {
  readonly state: DeliveryState;
  readonly attempts: number;
  readonly now: Date;
}

function deliveryOf(
  { platformId, id, resource: track }: AcceptedEvent,
  { now, ...outcome }: Outcome,
): NewRow<typeof DeliveryRecord> {
  const nothingLeft = { is_retried: false, due_at: null, give_up_at: now, claim: null, clock_offset_ms: 0n };
  return { platform_id: platformId, event_id: id, track, ...outcome, ...nothingLeft };
}

function attemptAt({ platformId, id }: AcceptedEvent, attempt: Attempt, key: PersonalKey): NewRow<typeof AttemptRecord> {
  return {
    platform_id: platformId,
    event_id: id,
    number: 1,
    started_at: attempt.startedAt,
    duration_ms: attempt.durationMs,
    status: attempt.status ?? null,
    failure: attempt.failure ?? null,
    response: attempt.response ? key.seal(attempt.response, responsePlace(id)) : null,
  };
}
