// Links to the hosted page in the database, found by the hash of their token.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { KycLink } from '../domain/kyc-link.ts';
import { insertion } from './keyset.ts';

export function kycLinkRows(db: Queryable) {
  const one = async (statement: RawBuilder<KycLinkRow>) => {
    const [row] = await db.query(statement);
    return row && fromRow(row);
  };

  return {
    insert: async (link: KycLink): Promise<void> => {
      await db.query(insertion('kyc_link', toRow(link)));
    },
    find: (id: string) => one(sql`select * from kyc_link where id = ${id}`),
    findByToken: (tokenHash: Buffer) => one(sql`select * from kyc_link where token_hash = ${tokenHash}`),
    removeAll: async (customerId: string): Promise<void> => {
      await db.query(sql`delete from kyc_link where customer_id = ${customerId}`);
    },
    /** Uses a link up; false when that was done before. */
    use: async (id: string, now: Date): Promise<boolean> => {
      const used = await db.query(
        sql`update kyc_link set used_at = ${now} where id = ${id} and used_at is null and expires_at > ${now} returning id`,
      );
      return used.length > 0;
    },
  };
}

interface KycLinkRow {
  id: string;
  platform_id: string;
  customer_id: string;
  token_hash: Buffer;
  redirect_uri: string | null;
  expires_at: Date;
  used_at: Date | null;
}

function toRow(link: KycLink): KycLinkRow {
  return {
    id: link.id,
    platform_id: link.platformId,
    customer_id: link.customerId,
    token_hash: link.tokenHash,
    redirect_uri: link.redirectUri ?? null,
    expires_at: link.expiresAt,
    used_at: link.usedAt ?? null,
  };
}

function fromRow(row: KycLinkRow): KycLink {
  return {
    id: row.id,
    platformId: row.platform_id,
    customerId: row.customer_id,
    tokenHash: row.token_hash,
    redirectUri: row.redirect_uri ?? undefined,
    expiresAt: row.expires_at,
    usedAt: row.used_at ?? undefined,
  };
}
