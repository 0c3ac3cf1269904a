// Events that were sent once and answered on the spot: kept beside the others, with nothing left to do.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Secrets } from '../../kit/storage/secrets.ts';
import type { Attempt } from './deliveries.ts';
import type { AcceptedEvent } from './events.ts';
import { bodyPlace, responsePlace } from './sealed.ts';

export interface ApprovalEvent {
  readonly event: AcceptedEvent;
  readonly isAnswered: boolean;
  /** Absent: there was no endpoint. */
  readonly attempt?: Attempt;
  readonly now: Date;
}

export function approvalEventRows(db: Queryable, secrets: Secrets) {
  return {
    /** One that is known already stays as it is. */
    async keep({ event, isAnswered, attempt, now }: ApprovalEvent): Promise<void> {
      const state = !attempt ? 'NO_ENDPOINT' : isAnswered ? 'DELIVERED' : 'DEAD';
      const { id, platformId, customerId = null, resource, sequence, type, createdAt, requestId } = event;
      const key = (await personalKeys(db, secrets).sealers([event]))(event);
      const body = key.seal(event.body, bodyPlace(id));
      const response = attempt?.response ? key.seal(attempt.response, responsePlace(id)) : null;
      await db.query(sql`
        with stored as (
          insert into event (id, platform_id, resource, sequence, type, customer_id, body, created_at, request_id, accepted_at)
          values (${id}, ${platformId}, ${resource}, ${sequence}, ${type}, ${customerId}, ${body}, ${createdAt}, ${requestId}, ${now})
          on conflict do nothing returning id
        ), delivered as (
          insert into delivery (event_id, platform_id, resource, state, is_retried, attempts, give_up_at)
          select id, ${platformId}::uuid, ${resource}, ${state}, false, ${attempt ? 1 : 0}::int, ${now}::timestamptz from stored
        )
        insert into attempt (event_id, number, started_at, duration_ms, status, failure, response)
        select id, 1, ${attempt?.startedAt ?? null}::timestamptz, ${attempt?.durationMs ?? null}::int, ${attempt?.status ?? null}::int,
          ${attempt?.failure ?? null}::text, ${response}::bytea
        from stored where ${attempt !== undefined}`);
    },
  };
}
