// Failed authentications, counted across processes.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { eachPlace } from '../../kit/storage/distributed.ts';
import { type Failures, failureWindowMs } from '../domain/failures.ts';

/** A known client id. */
export interface KnownClient {
  readonly platformId: string;
  readonly clientId: string;
}

export interface FailedAttempts {
  /** Counts a failure, and returns the number and start of the count. The count restarts a minute after the first. */
  count(client: KnownClient, now: Date): Promise<Failures>;
  /** Removes expired counts. */
  sweep(now: Date): Promise<void>;
}

export function failedAttempts(db: Queryable): FailedAttempts {
  return {
    async count({ platformId, clientId }, now) {
      const windowStart = new Date(now.getTime() - failureWindowMs);
      const [row] = await db.query(sql<Failures>`
        insert into failed_attempt as known (platform_id, client_id, since, count) values (${platformId}, ${clientId}, ${now}, 1)
        on conflict (platform_id, client_id) do update
          set since = case when known.since > ${windowStart} then known.since else excluded.since end,
              count = case when known.since > ${windowStart} then known.count + 1 else 1 end
        returning since, count`);
      return row ?? { since: now, count: 1 };
    },
    async sweep(now) {
      const windowStart = new Date(now.getTime() - failureWindowMs);
      await eachPlace(db, { table: 'failed_attempt', which: sql`since <= ${windowStart}` }, async (isOwn) => {
        await db.query(sql`delete from failed_attempt where since <= ${windowStart} and ${isOwn('failed_attempt')}`);
        return 0;
      });
    },
  };
}
