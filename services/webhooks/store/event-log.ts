// The events of a platform and their deliveries, newest first.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { type KeyedRow, openerOf, personalKeyColumn } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import type { Attempt } from './delivery-rows.ts';
import type { DeliveryState } from './records.ts';
import { bodyPlace, responsePlace } from './sealed.ts';

export interface LoggedEvent {
  readonly id: string;
  readonly type: string;
  readonly resource: string;
  readonly createdAt: Date;
  readonly state: DeliveryState;
  readonly attemptCount: number;
  /** Real time. Only if it will be retried. */
  readonly dueAt: Date | null;
}

export interface EventQuery {
  readonly platformId: string;
  readonly type?: string | undefined;
  readonly resource?: string | undefined;
  readonly state?: string | undefined;
  /** Only events before the one with this id. */
  readonly before?: string | undefined;
  readonly limit: number;
}

/** An event of a platform, by its uuid. */
export interface EventKey {
  readonly platformId: string;
  readonly id: string;
}

export type NumberedAttempt = Attempt & { readonly number: number };

const keyColumn = (platformId: string) => personalKeyColumn('event', 'customer_id', platformId);
const columnsOf = (platformId: string) => sql`event.id, event.type, event.resource, event.created_at as "createdAt", d.state,
  (select count(*)::int from attempt where attempt.platform_id = ${platformId} and attempt.event_id = event.id) as "attemptCount",
  case when d.state = 'PENDING' then d.due_at end as "dueAt"`;
const source = sql`event join delivery d on d.platform_id = event.platform_id and d.event_id = event.id`;

export function eventLogRows(db: Queryable, secrets: Sealing) {
  return {
    /** Ids contain the time of their creation, so the primary key is the order. */
    list({
      platformId,
      type = null,
      resource = null,
      state = null,
      before = null,
      limit,
    }: NullableQuery): Promise<LoggedEvent[]> {
      return db.query(sql<LoggedEvent>`
        select ${columnsOf(platformId)} from ${source}
        where event.platform_id = ${platformId}
          and (${type}::text is null or event.type = ${type})
          and (${resource}::text is null or event.resource = ${resource})
          and (${state}::text is null or d.state = ${state})
          and (${before}::uuid is null or event.id < ${before})
        order by event.id desc limit ${limit}`);
    },

    async find({ platformId, id }: EventKey): Promise<LoggedEvent | undefined> {
      const [event] = await db.query(sql<LoggedEvent>`
        select ${columnsOf(platformId)} from ${source} where event.platform_id = ${platformId} and event.id = ${id}`);
      return event;
    },

    /** Undefined if the customer was erased, or the body is larger. */
    async bodyOf({ platformId, id }: EventKey, bytesMax: number): Promise<Buffer | undefined> {
      const [row] = await db.query(sql<KeyedRow & { body: Buffer }>`
        select customer_id, ${keyColumn(platformId)}, body from event
        where platform_id = ${platformId} and id = ${id} and octet_length(body) <= ${bytesMax}`);
      return row && openerOf(row, secrets)?.open(row.body, bodyPlace(id));
    },

    /** Oldest first. Without responses if the customer was erased. */
    async attemptsOf({ platformId, id }: EventKey): Promise<NumberedAttempt[]> {
      const rows = await db.query(sql<AttemptRow>`
        select number, started_at as "startedAt", duration_ms as "durationMs", status, failure, response, customer_id, ${keyColumn(platformId)}
        from attempt join event on event.platform_id = attempt.platform_id and event.id = attempt.event_id
        where attempt.platform_id = ${platformId} and attempt.event_id = ${id} order by number`);
      return rows.map((row) => toAttempt(row, id, secrets));
    },
  };
}

type NullableQuery = { readonly [Key in keyof EventQuery]: EventQuery[Key] | null } & Pick<EventQuery, 'platformId' | 'limit'>;

type AttemptRow = KeyedRow & {
  readonly number: number;
  readonly startedAt: Date;
  readonly durationMs: number;
  readonly status: number | null;
  readonly failure: string | null;
  readonly response: Buffer | null;
};

function toAttempt(row: AttemptRow, eventId: string, secrets: Sealing): NumberedAttempt {
  const { number, startedAt, durationMs, status, failure } = row;
  const response = row.response && openerOf(row, secrets)?.open(row.response, responsePlace(eventId));
  return {
    number,
    startedAt,
    durationMs,
    ...(status !== null && { status }),
    ...(failure !== null && { failure }),
    ...(response && { response }),
  };
}
