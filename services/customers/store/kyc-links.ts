// Links to the hosted page in the database. A directory finds the platform of a token by its hash.
import type { Queryable } from '../../kit/storage/database.ts';
import { byPlatform } from '../../kit/storage/distributed.ts';
import type { Person } from '../../kit/storage/personal-keys.ts';
import { insertInto, type Properties, rowOf, tablesOf } from '../../kit/storage/tables.ts';
import type { KycLink } from '../domain/kyc-link.ts';
import { KycLinkRecord, type KycLinkRow, KycTokenRecord } from './verification-records.ts';

/** What finds the platform of a token. */
export type LinkToken = Pick<KycLink, 'tokenHash' | 'platformId' | 'expiresAt'>;

const toTokenRow = ({ tokenHash, platformId, expiresAt }: LinkToken) => ({
  token_hash: tokenHash,
  platform_id: platformId,
  expires_at: expiresAt,
});

export function kycLinkRows(db: Queryable) {
  const one = async (found: Promise<KycLinkRow | null>) => {
    const row = await found;
    return row ? fromRow(row) : undefined;
  };

  return {
    /** Adds tokens to the directory, before their links are created. Repeatable. */
    announce: async (links: readonly LinkToken[]): Promise<void> => {
      const run = async (some: readonly LinkToken[]) => {
        const insert = insertInto(KycTokenRecord, some.map(toTokenRow));
        return db.query(insert.onConflict((conflict) => conflict.doNothing()));
      };
      if (links.length > 0) await byPlatform(db, links, { platformOf: ({ tokenHash }) => tokenHash.toString('hex'), run }); // its place
    },
    /** uuid of the platform of the token. */
    platformOf: async (tokenHash: Buffer): Promise<string | undefined> => {
      const [known] = await db.query(tables.selectFrom('kyc_token').select('platform_id').where('token_hash', '=', tokenHash));
      return known?.platform_id;
    },
    /** Ignores an existing link. */
    insert: async (link: KycLink): Promise<void> => {
      const insert = insertInto(KycLinkRecord, [rowOf(KycLinkRecord, toRow(link))]);
      await db.query(insert.onConflict((conflict) => conflict.columns(['platform_id', 'id']).doNothing()));
    },
    find: (platformId: string, id: string) => one(db.em.findOne(KycLinkRecord, { platformId, id })),
    findByToken: (platformId: string, tokenHash: Buffer) => one(db.em.findOne(KycLinkRecord, { platformId, tokenHash })),
    /** Uses up a link. Requires the lock of its customer. */
    use: async ({ platformId, id }: KycLink, now: Date): Promise<void> => {
      Object.assign(await db.em.findOneOrFail(KycLinkRecord, { platformId, id }), { usedAt: now });
    },
    removeAll: async ({ platformId, customerId }: Person): Promise<void> => {
      await db.em.nativeDelete(KycLinkRecord, { platformId, customerId });
    },
  };
}

const tables = tablesOf(KycTokenRecord);

function toRow({ redirectUri = null, usedAt = null, ...link }: Nullable): Properties<typeof KycLinkRecord> {
  return { ...link, redirectUri, usedAt };
}

type Nullable = Omit<KycLink, 'redirectUri' | 'usedAt'> & {
  readonly redirectUri: string | null | undefined;
  readonly usedAt: Date | null | undefined;
};

function fromRow({ platformId, id, customerId, tokenHash, redirectUri, expiresAt, usedAt }: KycLinkRow): KycLink {
  return {
    id,
    platformId,
    customerId,
    tokenHash,
    redirectUri: redirectUri ?? undefined,
    expiresAt,
    usedAt: usedAt ?? undefined,
  };
}
