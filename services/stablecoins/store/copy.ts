// Copies of a sandbox platform in this service.
import { sql } from 'kysely';
import type { PlatformCopy } from '../../kit/service/platform-copy.ts';
import type { Queryable } from '../../kit/storage/database.ts';

export const copy: PlatformCopy = {
  leaves: { audit_finding: 'the audit checks the copy itself' },
  complete: ({ db, targetId, now }) => copiedTokens(db).claim(targetId, now),
};

export function copiedTokens(db: Queryable) {
  return {
    /** The entries of the directory that a reset has removed. In a fork, those of the original stay. */
    claim: async (platformId: string, now: Date): Promise<void> => {
      await db.query(sql`
        insert into network_token (environment, token, platform_id, stablecoin_id, claimed_at)
        select 'sandbox', network_token_identifier, platform_id, id, ${now}::timestamptz from stablecoin
        where platform_id = ${platformId} and issuance_status <> 'FAILED'
        on conflict do nothing`);
    },
  };
}
