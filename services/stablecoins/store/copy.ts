// Copies of a sandbox platform in this service.
import { sql } from 'kysely';
import type { PlatformCopy } from '../../kit/service/platform-copy.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { networkTokenRows } from './stablecoins.ts';

export const copy: PlatformCopy = {
  leaves: { audit_finding: 'the audit checks the copy itself' },
  claim: async ({ db, targetId, now }) => {
    for (const { token, stablecoinId } of await copiedTokens(db).of(targetId))
      await networkTokenRows(db).claim('sandbox', token, { platformId: targetId, stablecoinId, claimedAt: now });
  },
};

export function copiedTokens(db: Queryable) {
  return {
    /** The entries of the directory that a reset has removed. In a fork, those of the original stay. */
    of: (platformId: string): Promise<{ token: string; stablecoinId: string }[]> =>
      db.query(sql`
        select network_token_identifier as token, id as "stablecoinId" from stablecoin
        where platform_id = ${platformId} and issuance_status <> 'FAILED'`),
  };
}
