// Events as they come in: stored once, each with the delivery that it needs.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Secrets } from '../../kit/storage/secrets.ts';
import { bodyPlace } from './sealed.ts';

export interface AcceptedEvent {
  readonly id: string;
  readonly platformId: string;
  /** uuid of the customer whom it concerns. */
  readonly customerId?: string | undefined;
  readonly resource: string;
  readonly sequence: bigint;
  readonly type: string;
  readonly body: Uint8Array;
  readonly createdAt: Date;
  readonly requestId: string;
  readonly isRetried: boolean;
  /** Without one, the event is stored and never sent. */
  readonly hasEndpoint: boolean;
}

export interface Acceptance {
  readonly now: Date;
  /** How long each is tried for, from when it was made. */
  readonly tryingMs: number;
}

export function eventRows(db: Queryable, secrets: Secrets) {
  /** The same event twice in one batch is one row. */
  const incoming = async (events: readonly AcceptedEvent[]) => {
    const sealerOf = await personalKeys(db, secrets).sealers(events);
    return rowsOf(
      events,
      events.map((event) => sealerOf(event).seal(event.body, bodyPlace(event.id))),
    );
  };
  return {
    /** Stores those that are not known, by id and by (resource, sequence). First attempts will leave in the order in which they are stored. */
    async accept(events: readonly AcceptedEvent[], { now, tryingMs }: Acceptance): Promise<void> {
      await db.query(sql`
        with incoming as (${await incoming(events)}),
        stored as (
          insert into event (id, platform_id, resource, sequence, type, customer_id, body, created_at, request_id, accepted_at)
          select id, platform_id, resource, sequence, type, customer_id, body, created_at, request_id, ${now} from incoming
          on conflict do nothing
          returning id
        )
        insert into delivery (event_id, platform_id, resource, state, is_retried, clock_offset_ms, give_up_at)
        select id, platform_id, resource, case when has_endpoint then 'PENDING' else 'NO_ENDPOINT' end, is_retried, clock.ms,
          created_at + (${tryingMs}::bigint - clock.ms) * interval '1 millisecond'
        from incoming join stored using (id) left join platform_clock using (platform_id)
        cross join lateral (select coalesce(offset_ms, 0) as ms) clock order by resource, sequence`);
    },

    /**
     * Removes what nobody asks for any more: all but events that are still on their way, and those that were given up as long as an
     * attempt of theirs is kept, for with the last one they were given up. Tells how many.
     */
    async removeBefore(before: Date, limit: number): Promise<number> {
      const removed = await db.query(sql`
        delete from event where id in (
          select id from event join delivery on event_id = id
          where accepted_at < ${before} and state <> 'PENDING'
            and (state <> 'DEAD' or not exists (select from attempt where attempt.event_id = event.id))
          order by accepted_at limit ${limit})
        returning id`);
      return removed.length;
    },

    /** Removes what receivers answered. */
    async removeAttemptsBefore(before: Date): Promise<void> {
      await db.query(sql`delete from attempt where started_at < ${before}`);
    },
  };
}

function rowsOf(events: readonly AcceptedEvent[], bodies: readonly Buffer[]) {
  const column = <K extends keyof AcceptedEvent>(key: K) => events.map((event) => event[key]);
  return sql`
    select distinct on (resource, sequence) * from unnest(
      ${column('id')}::uuid[], ${column('platformId')}::uuid[], ${column('resource')}::text[], ${column('sequence')}::bigint[],
      ${column('type')}::text[], ${column('customerId')}::uuid[], ${[...bodies]}::bytea[], ${column('createdAt')}::timestamptz[],
      ${column('requestId')}::text[], ${column('isRetried')}::boolean[], ${column('hasEndpoint')}::boolean[]
    ) as t (id, platform_id, resource, sequence, type, customer_id, body, created_at, request_id, is_retried, has_endpoint)`;
}
