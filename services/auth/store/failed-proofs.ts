// Proofs that failed, counted per credential.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';

export type FailedProofs = ReturnType<typeof failedProofs>;

export interface ProofFailures {
  readonly since: Date;
  readonly count: number;
}

export function failedProofs(db: Queryable) {
  return {
    async find(credentialId: string): Promise<ProofFailures | undefined> {
      const [row] = await db.query(
        sql<ProofFailures>`select since, count from failed_proof where credential_id = ${credentialId}`,
      );
      return row;
    },

    /** One more. After `windowMs` from the first the count begins anew. */
    async count(credentialId: string, { now, windowMs }: { now: Date; windowMs: number }): Promise<void> {
      const windowStart = new Date(now.getTime() - windowMs);
      await db.query(sql`
        insert into failed_proof as known (credential_id, since, count) values (${credentialId}, ${now}, 1)
        on conflict (credential_id) do update
          set since = case when known.since > ${windowStart} then known.since else excluded.since end,
              count = case when known.since > ${windowStart} then known.count + 1 else 1 end`);
    },
  };
}
