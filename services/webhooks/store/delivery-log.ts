// The deliveries of a platform as the operator looks at them.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Secrets } from '../../kit/storage/secrets.ts';
import type { Attempt, DeliveryState } from './deliveries.ts';
import { responsePlace } from './sealed.ts';

export interface LoggedDelivery {
  readonly eventId: string;
  /** Its place in the list. */
  readonly position: bigint;
  readonly resource: string;
  readonly type: string;
  readonly createdAt: Date;
  readonly state: DeliveryState;
  readonly attempts: readonly LoggedAttempt[];
  /** On the wall; of one that is to be tried again. */
  readonly dueAt: Date | null;
}

export interface KnownDelivery {
  readonly state: DeliveryState;
  /** False of what makes sense only at its moment. */
  readonly isRetried: boolean;
}

export type LoggedAttempt = Omit<Attempt, 'startedAt' | 'response'> & { readonly startedAt: string; readonly response?: string };

function opened(eventId: string, { response, ...attempt }: LoggedAttempt, secrets: Secrets): LoggedAttempt {
  if (response === undefined) return attempt;
  const plain = secrets.open(Buffer.from(response, 'base64'), responsePlace(eventId));
  return { ...attempt, response: plain.toString('base64') };
}

export interface LogQuery {
  readonly platformId: string;
  readonly state?: string | undefined;
  readonly resource?: string | undefined;
  readonly before?: bigint | undefined;
  readonly limit: number;
}

export function deliveryLogRows(db: Queryable, secrets: Secrets) {
  return {
    /** Newest first. */
    async list({ platformId, state, resource, before, limit }: LogQuery): Promise<LoggedDelivery[]> {
      const logged = await db.query(sql<LoggedDelivery>`
        select d.event_id as "eventId", position, d.resource, type, created_at as "createdAt", state,
          case when state = 'PENDING' then due_at end as "dueAt", coalesce(made.attempts, '[]') as attempts
        from delivery d join event on event.id = d.event_id left join lateral (
          select json_agg(json_strip_nulls(json_build_object('startedAt', started_at, 'durationMs', duration_ms, 'status', status,
            'failure', failure, 'response', encode(response, 'base64'))) order by number) as attempts
          from attempt where attempt.event_id = d.event_id
        ) made on true
        where d.platform_id = ${platformId}
          and (${state ?? null}::text is null or state = ${state ?? null})
          and (${resource ?? null}::text is null or d.resource = ${resource ?? null})
          and (${before ?? null}::bigint is null or position < ${before ?? null})
        order by position desc limit ${limit}`);
      return logged.map((one) => ({ ...one, attempts: one.attempts.map((attempt) => opened(one.eventId, attempt, secrets)) }));
    },

    async stateOf(platformId: string, eventId: string): Promise<KnownDelivery | undefined> {
      const [row] = await db.query(sql<KnownDelivery>`
        select state, is_retried as "isRetried" from delivery where event_id = ${eventId} and platform_id = ${platformId}`);
      return row;
    },

    /**
     * Has one that was given up tried again from now on, as a retry, on its platform's clock as it is now: while nothing was due, it
     * was not brought along. False when it is not DEAD any more.
     */
    async revive(eventId: string, { now, giveUpAt }: { now: Date; giveUpAt: Date }): Promise<boolean> {
      const rows = await db.query(sql`
        update delivery d set state = 'PENDING', due_at = ${now}, give_up_at = ${giveUpAt}, attempts = greatest(attempts, 1),
          clock_offset_ms = coalesce((select offset_ms from platform_clock c where c.platform_id = d.platform_id), 0)
        where event_id = ${eventId} and state = 'DEAD' returning 1`);
      return rows.length > 0;
    },
  };
}
