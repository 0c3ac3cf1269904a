// Stablecoins in the database, and the directory of network tokens, which belong to one platform of an environment.
import { LockMode } from '@mikro-orm/core';
import { type RawBuilder, sql } from 'kysely';
import type { Environment } from '../../kit/core/caller.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { countOf, type Listing, newest, type Stretch } from '../../kit/storage/keyset.ts';
import { insertInto, type Properties, rowOf } from '../../kit/storage/tables.ts';
import type { Provider } from '../domain/provider-account.ts';
import type { IssuanceStatus, ServiceStatus, Stablecoin } from '../domain/stablecoin.ts';
import { NetworkTokenRecord, StablecoinRecord, type StablecoinRow } from './records.ts';

/** An undefined field filters nothing. */
export interface StablecoinFilter {
  readonly platformId: string;
  readonly issuanceStatus: IssuanceStatus | undefined;
  readonly serviceStatus: ServiceStatus | undefined;
  readonly provider: Provider | undefined;
}

/** A registration of a token that is not FAILED. */
export type Standing = Pick<
  Stablecoin,
  'platformId' | 'linkId' | 'providerTokenIdentifier' | 'networkTokenIdentifier' | 'symbol'
>;

/** The holder of a network token. */
export interface TokenHolder {
  readonly platformId: string;
  readonly stablecoinId: string;
  /** Real time. */
  readonly claimedAt: Date;
}

export function stablecoinRows(db: Queryable) {
  const one = async (found: Promise<StablecoinRow | null>) => {
    const row = await found;
    return row ? toDomain(row) : undefined;
  };

  return {
    find: (platformId: string, id: string) => one(db.em.findOne(StablecoinRecord, { platformId, id })),
    /** Locks the stablecoin until the transaction ends. */
    lock: (platformId: string, id: string) =>
      one(db.em.findOne(StablecoinRecord, { platformId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE })),
    /** Registrations of the platform that have an identifier in common and are not FAILED. */
    similar: async ({ platformId, linkId, providerTokenIdentifier, networkTokenIdentifier, symbol }: Standing) => {
      const rows = await db.em.find(StablecoinRecord, {
        platformId,
        issuanceStatus: { $ne: 'FAILED' },
        $or: [{ networkTokenIdentifier }, { linkId, providerTokenIdentifier }, { symbol }],
      });
      return rows.map(toDomain);
    },
    /** False if a registration that is not FAILED has an identifier in common, or this one was made before. */
    insert: async (stablecoin: Stablecoin): Promise<boolean> => {
      const insert = insertInto(StablecoinRecord, [rowOf(StablecoinRecord, toRow(stablecoin))]);
      const rows = await db.query(insert.onConflict((conflict) => conflict.doNothing()).returning('id'));
      return rows.length > 0;
    },
    /** Of a locked stablecoin. */
    update: async (stablecoin: Stablecoin): Promise<void> => {
      const { platformId, id } = stablecoin;
      Object.assign(await db.em.findOneOrFail(StablecoinRecord, { platformId, id }), toRow(stablecoin));
    },
    page: async (filter: StablecoinFilter, stretch: Stretch): Promise<Stablecoin[]> =>
      (await newest<StablecoinRow>(db, listingOf(filter), stretch)).map(toDomain),
    count: (filter: StablecoinFilter) => countOf(db, listingOf(filter)),
  };
}

export function networkTokenRows(db: Queryable) {
  return {
    find: async (environment: Environment, token: string): Promise<TokenHolder | undefined> => {
      const row = await db.em.findOne(NetworkTokenRecord, { environment, token });
      return row ?? undefined;
    },
    /** Claims a token that nobody holds, or takes it over from `former`. False if another call was faster. */
    claim: async (environment: Environment, token: string, holder: TokenHolder, former?: TokenHolder): Promise<boolean> => {
      const { platformId, stablecoinId, claimedAt } = holder;
      const claimed = await db.query(
        former
          ? sql`
              update network_token set platform_id = ${platformId}, stablecoin_id = ${stablecoinId}, claimed_at = ${claimedAt}
              where environment = ${environment} and token = ${token} and stablecoin_id = ${former.stablecoinId} returning 1`
          : sql`
              insert into network_token (environment, token, platform_id, stablecoin_id, claimed_at)
              values (${environment}, ${token}, ${platformId}, ${stablecoinId}, ${claimedAt})
              on conflict do nothing returning 1`,
      );
      return claimed.length > 0;
    },
  };
}

function listingOf({ platformId, issuanceStatus, serviceStatus, provider }: StablecoinFilter): Listing {
  const conditions: RawBuilder<unknown>[] = [sql`platform_id = ${platformId}`];
  if (issuanceStatus !== undefined) conditions.push(sql`issuance_status = ${issuanceStatus}`);
  if (serviceStatus !== undefined) conditions.push(sql`service_status = ${serviceStatus}`);
  if (provider !== undefined) conditions.push(sql`provider = ${provider}`);
  return { entity: StablecoinRecord, conditions };
}

function toRow({ currency, ...same }: Stablecoin): Properties<typeof StablecoinRecord> {
  return { ...same, currency: currency ?? null };
}

function toDomain({ currency, ...row }: StablecoinRow): Stablecoin {
  return { ...row, currency: currency ?? undefined };
}
