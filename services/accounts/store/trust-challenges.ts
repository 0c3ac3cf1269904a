// What customers were asked to confirm, one thing for each account.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';

export interface TrustChallenge {
  readonly platformId: string;
  readonly accountId: string;
  /** uuid. */
  readonly challengeId: string;
  /** The account is to be trusted; false: no longer. */
  readonly isTrust: boolean;
}

export function trustChallengeRows(db: Queryable) {
  return {
    async find(platformId: string, accountId: string): Promise<TrustChallenge | undefined> {
      const [row] = await db.query(sql<TrustChallenge>`
        select platform_id as "platformId", account_id as "accountId", challenge_id as "challengeId", is_trust as "isTrust"
        from trust_challenge where platform_id = ${platformId} and account_id = ${accountId}`);
      return row;
    },

    /** In place of what was asked before. */
    async put({ platformId, accountId, challengeId, isTrust }: TrustChallenge): Promise<void> {
      await db.query(sql`
        insert into trust_challenge (account_id, platform_id, challenge_id, is_trust)
        values (${accountId}, ${platformId}, ${challengeId}, ${isTrust})
        on conflict (account_id) do update set challenge_id = excluded.challenge_id, is_trust = excluded.is_trust`);
    },

    async remove(accountId: string): Promise<void> {
      await db.query(sql`delete from trust_challenge where account_id = ${accountId}`);
    },
  };
}
