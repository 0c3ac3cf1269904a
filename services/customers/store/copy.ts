// Copies of a sandbox platform in this service. Files of documents and imports have one owner, so both are left out.
import { sql } from 'kysely';
import type { PlatformCopy } from '../../kit/service/platform-copy.ts';
import type { Queryable } from '../../kit/storage/database.ts';

export const copy: PlatformCopy = {
  leaves: {
    document: 'its files would be deleted with the original',
    upload_part: 'its files would be deleted with the original',
    customer_import: 'it reads the uploaded files',
    customer_import_error: 'rows of an import',
  },
  complete: async ({ db, targetId, now }) => {
    await copiedNames(db).claimAddresses(targetId, now);
    await copiedNames(db).claimLinks(targetId);
  },
};

/** The entries of directories that a reset has removed. In a fork, those of the original stay. */
export function copiedNames(db: Queryable) {
  return {
    claimAddresses: async (platformId: string, now: Date): Promise<void> => {
      await db.query(sql`
        insert into uma_address (uma_address, platform_id, customer_id, claimed_at)
        select distinct on (uma_address) uma_address, platform_id, id, ${now}::timestamptz from customer
        where platform_id = ${platformId} and personal is not null order by uma_address, deleted_at desc nulls first
        on conflict do nothing`);
    },
    claimLinks: async (platformId: string): Promise<void> => {
      await db.query(sql`
        insert into kyc_token (token_hash, platform_id, expires_at)
        select token_hash, platform_id, expires_at from kyc_link where platform_id = ${platformId}
        on conflict do nothing`);
    },
  };
}
