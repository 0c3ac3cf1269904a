// Failed proofs, counted per credential.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { tablesOf } from '../../kit/storage/tables.ts';
import type { Credential } from '../domain/credential.ts';
import { FailedProofRecord } from './credential-records.ts';

export type FailedProofs = ReturnType<typeof failedProofs>;

export interface ProofFailures {
  readonly since: Date;
  readonly count: number;
}

export function failedProofs(db: Queryable) {
  return {
    async find({ platformId, id }: Credential): Promise<ProofFailures | undefined> {
      const failures = tables.selectFrom('failed_proof').select(['since', 'count']);
      const [row] = await db.query(failures.where('platform_id', '=', platformId).where('credential_id', '=', id));
      return row;
    },

    /** Counts a failure. The count restarts `windowMs` after the first. */
    async count({ platformId, id }: Credential, now: Date, windowMs: number): Promise<void> {
      const windowStart = new Date(now.getTime() - windowMs);
      await db.query(sql`
        insert into failed_proof as known (platform_id, credential_id, since, count) values (${platformId}, ${id}, ${now}, 1)
        on conflict (platform_id, credential_id) do update
          set since = case when known.since > ${windowStart} then known.since else excluded.since end,
              count = case when known.since > ${windowStart} then known.count + 1 else 1 end`);
    },
  };
}

const tables = tablesOf(FailedProofRecord);
