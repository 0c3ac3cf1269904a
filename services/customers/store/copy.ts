// Copies of a sandbox platform in this service. Files of documents and imports have one owner, so both are left out.
import { sql } from 'kysely';
import type { PlatformCopy } from '../../kit/service/platform-copy.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { kycLinkRows, type LinkToken } from './kyc-links.ts';
import { type UmaAddressClaim, umaAddressRows } from './uma-addresses.ts';

export const copy: PlatformCopy = {
  leaves: {
    document: 'its files would be deleted with the original',
    upload_part: 'its files would be deleted with the original',
    customer_import: 'it reads the uploaded files',
    customer_import_error: 'rows of an import',
  },
  claim: async ({ db, targetId, now }) => {
    await umaAddressRows(db).claim(await copiedNames(db).addresses(targetId, now));
    await kycLinkRows(db).announce(await copiedNames(db).links(targetId));
  },
};

/** The entries of directories that a reset has removed. In a fork, those of the original stay. */
export function copiedNames(db: Queryable) {
  return {
    addresses: async (platformId: string, claimedAt: Date): Promise<UmaAddressClaim[]> => {
      const rows = await db.query(sql<{ umaAddress: string; customerId: string }>`
        select distinct on (uma_address) uma_address as "umaAddress", id as "customerId" from customer
        where platform_id = ${platformId} and personal is not null order by uma_address, deleted_at desc nulls first`);
      return rows.map((row) => ({ ...row, platformId, claimedAt }));
    },
    links: async (platformId: string): Promise<LinkToken[]> => {
      const rows = await db.query(sql<Omit<LinkToken, 'platformId'>>`
        select token_hash as "tokenHash", expires_at as "expiresAt" from kyc_link where platform_id = ${platformId}`);
      return rows.map((row) => ({ ...row, platformId }));
    },
  };
}
