// The latest start of a change of trust, one per account.
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import { TrustChallengeRecord } from './external-account-records.ts';

export interface TrustChallenge {
  readonly platformId: string;
  readonly accountId: string;
  /** uuid. Absent: the account already had the requested trust. */
  readonly challengeId?: string;
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
      if (!row) return undefined;
      const { challenge_id: challengeId, is_trust: isTrust } = row;
      return { platformId, accountId, isTrust, ...(challengeId !== null && { challengeId }) };
    },

    /** Replaces the current one. */
    async put({ platformId, accountId, challengeId, isTrust }: TrustChallenge): Promise<void> {
      const changes = { challenge_id: challengeId ?? null, is_trust: isTrust };
      const insert = insertInto(TrustChallengeRecord, [{ platform_id: platformId, account_id: accountId, ...changes }]);
      await db.query(insert.onConflict((conflict) => conflict.columns(['platform_id', 'account_id']).doUpdateSet(changes)));
    },
  };
}

const tables = tablesOf(TrustChallengeRecord);
