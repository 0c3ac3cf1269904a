// The deliveries of a platform, for operators.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { type KeyedRow, openerOf, personalKeyColumn } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import type { Attempt } from './delivery-rows.ts';
import type { DeliveryState } from './records.ts';
import { responsePlace } from './sealed.ts';

export interface LoggedDelivery {
  readonly eventId: string;
  /** Its position in the list. */
  readonly position: bigint;
  readonly resource: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly state: DeliveryState;
  /** Whether its customer was erased: neither body nor responses can be read. */
  readonly isErased: boolean;
  readonly attempts: readonly LoggedAttempt[];
  /** False for events that are sent only once. */
  readonly isRetried: boolean;
  /** Real time. Only if it will be retried. */
  readonly dueAt: Date | null;
}

export interface DeliveryKey {
  readonly platformId: string;
  readonly eventId: string;
}

export interface Revival {
  readonly from: readonly DeliveryState[];
  readonly now: Date;
  readonly giveUpAt: Date;
}

export interface KnownDelivery {
  readonly state: DeliveryState;
  /** False for events that are sent only once. */
  readonly isRetried: boolean;
  readonly isErased: boolean;
}

export type LoggedAttempt = Omit<Attempt, 'startedAt' | 'response'> & { readonly startedAt: string; readonly response?: string };

type LoggedRow = Omit<LoggedDelivery, 'isErased'> & KeyedRow;

function toLogged({ customer_id, personal_key, ...logged }: LoggedRow, secrets: Sealing): LoggedDelivery {
  const key = openerOf({ customer_id, personal_key }, secrets);
  const opened = ({ response, ...attempt }: LoggedAttempt): LoggedAttempt => {
    const plain = response === undefined ? undefined : key?.open(Buffer.from(response, 'base64'), responsePlace(logged.eventId));
    return { ...attempt, ...(plain && { response: plain.toString('base64') }) };
  };
  return { ...logged, isErased: key === undefined, attempts: logged.attempts.map(opened) };
}

const keyColumn = (platformId: string) => personalKeyColumn('event', 'customer_id', platformId);

export interface LogQuery {
  readonly platformId: string;
  readonly state?: string | undefined;
  readonly resource?: string | undefined;
  readonly eventId?: string | undefined;
  readonly before?: bigint | undefined;
  readonly limit: number;
}

export function deliveryLogRows(db: Queryable, secrets: Sealing) {
  return {
    /** Newest first. */
    async list({ platformId, state, resource, eventId, before, limit }: LogQuery): Promise<LoggedDelivery[]> {
      const logged = await db.query(sql<LoggedRow>`
        select d.event_id as "eventId", position, event.resource, type, created_at as "createdAt", state, is_retried as "isRetried", customer_id, ${keyColumn(platformId)},
          case when state = 'PENDING' then due_at end as "dueAt", coalesce(made.attempts, '[]') as attempts
        from delivery d join event on event.platform_id = ${platformId} and event.id = d.event_id left join lateral (
          select json_agg(json_strip_nulls(json_build_object('startedAt', started_at, 'durationMs', duration_ms, 'status', status,
            'failure', failure, 'response', encode(response, 'base64'))) order by number) as attempts
          from attempt where attempt.platform_id = ${platformId} and attempt.event_id = d.event_id
        ) made on true
        where d.platform_id = ${platformId}
          and (${state ?? null}::text is null or state = ${state ?? null})
          and (${resource ?? null}::text is null or event.resource = ${resource ?? null})
          and (${eventId ?? null}::uuid is null or d.event_id = ${eventId ?? null})
          and (${before ?? null}::bigint is null or position < ${before ?? null})
        order by position desc limit ${limit}`);
      return logged.map((row) => toLogged(row, secrets));
    },

    async stateOf(platformId: string, eventId: string): Promise<KnownDelivery | undefined> {
      const [row] = await db.query(sql<Omit<KnownDelivery, 'isErased'> & KeyedRow>`
        select state, is_retried as "isRetried", customer_id, ${keyColumn(platformId)}
        from delivery join event on event.platform_id = delivery.platform_id and event.id = event_id
        where delivery.platform_id = ${platformId} and event_id = ${eventId}`);
      if (!row) return undefined;
      return { state: row.state, isRetried: row.isRetried, isErased: openerOf(row, secrets) === undefined };
    },

    /**
     * Retries a delivery in one of these states, on its platform's current clock, which may have advanced in the meantime. It counts as
     * attempted, so that new events of its resource do not wait for it.
     */
    async revive({ platformId, eventId }: DeliveryKey, { from, now, giveUpAt }: Revival): Promise<void> {
      await db.query(sql`
        update delivery d set state = 'PENDING', due_at = ${now}, give_up_at = ${giveUpAt}, attempts = greatest(attempts, 1),
          clock_offset_ms = coalesce((select offset_ms from platform_clock c where c.platform_id = ${platformId}), 0)
        where platform_id = ${platformId} and event_id = ${eventId} and state = any(${from}::text[])`);
    },
  };
}
