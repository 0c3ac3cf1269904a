// Trust challenges of customers, one per account.
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import { TrustChallengeRecord } from './external-account-records.ts';

export interface TrustChallenge {
  readonly platformId: string;
  readonly accountId: string;
  /** uuid. */
  readonly challengeId: string;
  /** Whether the account is to be trusted. False: no longer. */
  readonly isTrust: boolean;
}

export function trustChallengeRows(db: Queryable) {
  return {
    async find(platformId: string, accountId: string): Promise<TrustChallenge | undefined> {
      const named = { platform_id: platformId, account_id: accountId };
      const [row] = await db.query(
        tables
          .selectFrom('trust_challenge')
          .selectAll()
          .where(({ and }) => and(named)),
      );
      return row && { platformId, accountId, challengeId: row.challenge_id, isTrust: row.is_trust };
    },

    /** Replaces the current challenge. */
    async put({ platformId, accountId, challengeId, isTrust }: TrustChallenge): Promise<void> {
      const changes = { challenge_id: challengeId, is_trust: isTrust };
      const insert = insertInto(TrustChallengeRecord, [{ platform_id: platformId, account_id: accountId, ...changes }]);
      await db.query(insert.onConflict((conflict) => conflict.columns(['platform_id', 'account_id']).doUpdateSet(changes)));
    },

    async remove({ platformId, accountId }: Pick<TrustChallenge, 'platformId' | 'accountId'>): Promise<void> {
      const named = { platform_id: platformId, account_id: accountId };
      await db.query(tables.deleteFrom('trust_challenge').where(({ and }) => and(named)));
    },
  };
}

const tables = tablesOf(TrustChallengeRecord);
