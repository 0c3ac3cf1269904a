// Links to accounts at providers, in the database. Credentials are sealed.
import { LockMode } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { countOf, type Listing, newest, type Stretch } from '../../kit/storage/keyset.ts';
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import { insertInto, rowOf } from '../../kit/storage/tables.ts';
import type { AccountStatus, Credentials, Provider, ProviderAccount } from '../domain/provider-account.ts';
import { ProviderAccountRecord, type ProviderAccountRow } from './records.ts';

/** An undefined field filters nothing. */
export interface ProviderAccountFilter {
  readonly platformId: string;
  readonly provider: Provider | undefined;
  readonly status: AccountStatus | undefined;
}

export function providerAccountRows(db: Queryable, secrets: Sealing) {
  const one = async (found: Promise<ProviderAccountRow | null>) => {
    const row = await found;
    return row ? toDomain(row) : undefined;
  };
  const sealed = ({ apiClientId, apiClientSecret }: Credentials, { id }: ProviderAccount) =>
    secrets.seal(JSON.stringify({ apiClientId, apiClientSecret }), placeOf(id));

  return {
    find: (platformId: string, id: string) => one(db.em.findOne(ProviderAccountRecord, { platformId, id })),
    /** Locks the link until the transaction ends. */
    lock: (platformId: string, id: string) =>
      one(db.em.findOne(ProviderAccountRecord, { platformId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE })),
    /** The link of an account that is not REVOKED. Locks it until the transaction ends. */
    lockLive: ({ platformId, provider, providerAccountId }: ProviderAccount) =>
      one(
        db.em.findOne(
          ProviderAccountRecord,
          { platformId, provider, providerAccountId, status: { $ne: 'REVOKED' } },
          { lockMode: LockMode.PESSIMISTIC_WRITE },
        ),
      ),
    /** False if the account has a link that is not REVOKED. */
    insert: async (account: ProviderAccount, credentials: Credentials): Promise<boolean> => {
      const row = rowOf(ProviderAccountRecord, { ...account, credentials: sealed(credentials, account) });
      const insert = insertInto(ProviderAccountRecord, [row]).onConflict((conflict) => conflict.doNothing());
      return (await db.query(insert.returning('id'))).length > 0;
    },
    /** Of a locked link. Without credentials, those stored remain. */
    update: async (account: ProviderAccount, credentials?: Credentials): Promise<void> => {
      const { platformId, id } = account;
      const stored = await db.em.findOneOrFail(ProviderAccountRecord, { platformId, id });
      Object.assign(stored, account, credentials && { credentials: sealed(credentials, account) });
    },
    credentialsOf: async ({ platformId, id, provider }: ProviderAccount): Promise<Credentials> => {
      const { credentials } = await db.em.findOneOrFail(ProviderAccountRecord, { platformId, id });
      return { provider, ...JSON.parse(secrets.open(credentials, placeOf(id)).toString()) };
    },
    /** All links of the platform at a provider. */
    ofProvider: async (platformId: string, provider: Provider): Promise<ProviderAccount[]> =>
      (await db.em.find(ProviderAccountRecord, { platformId, provider }, { orderBy: { createdAt: 'asc', id: 'asc' } })).map(
        toDomain,
      ),
    page: async (filter: ProviderAccountFilter, stretch: Stretch): Promise<ProviderAccount[]> =>
      (await newest<ProviderAccountRow>(db, listingOf(filter), stretch)).map(toDomain),
    count: (filter: ProviderAccountFilter) => countOf(db, listingOf(filter)),
  };
}

const placeOf = (id: string): Place => ({ purpose: 'stablecoins.provider-credentials', row: id });

export const sealedCredentials: SealedColumn = {
  table: 'provider_account',
  column: 'credentials',
  key: { platform_id: 'uuid', id: 'uuid' },
  place: ({ id = '' }) => placeOf(id),
};

function listingOf({ platformId, provider, status }: ProviderAccountFilter): Listing {
  const conditions: RawBuilder<unknown>[] = [sql`platform_id = ${platformId}`];
  if (provider !== undefined) conditions.push(sql`provider = ${provider}`);
  if (status !== undefined) conditions.push(sql`status = ${status}`);
  return { entity: ProviderAccountRecord, conditions };
}

function toDomain(row: ProviderAccountRow): ProviderAccount {
  const { platformId, id, provider, providerAccountId, status, linkedBy, verifiedAt, createdAt, updatedAt } = row;
  return { platformId, id, provider, providerAccountId, status, linkedBy, verifiedAt, createdAt, updatedAt };
}
