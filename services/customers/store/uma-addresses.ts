// The directory of UMA addresses. An address is claimed here before a customer gets it, so that at most one platform has it.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { byPlatform } from '../../kit/storage/distributed.ts';
import { type Row, tablesOf, unnest } from '../../kit/storage/tables.ts';
import type { Customer } from '../domain/customer.ts';
import { UmaAddressRecord } from './customer-records.ts';

/** The platform that claimed an address, for which customer, and when in real time. */
export interface UmaAddressClaim {
  readonly umaAddress: string;
  readonly platformId: string;
  /** uuid. */
  readonly customerId: string;
  readonly claimedAt: Date;
}

type Holder = Pick<Customer, 'platformId' | 'id'>;

export function umaAddressRows(db: Queryable) {
  return {
    /** Claims each address that is free or the platform's own, and returns those addresses. */
    claim: async (claims: readonly UmaAddressClaim[]): Promise<Set<string>> => {
      if (claims.length === 0) return new Set();
      const first = new Map(claims.toReversed().map((claim) => [claim.umaAddress, claim]));
      const run = (some: readonly UmaAddressClaim[]) => db.query(db.isDistributed ? claimingOne(some) : claiming(some));
      const rows = await byPlatform(db, [...first.values()], { platformOf: ({ umaAddress }) => umaAddress, run }); // its place
      return new Set(rows.map(({ uma_address }) => uma_address));
    },
    /** The claims of these addresses, of any platform. */
    find: async (umaAddresses: readonly string[]): Promise<UmaAddressClaim[]> => {
      if (umaAddresses.length === 0) return [];
      const isOne = sql<string>`any(${umaAddresses}::text[])`;
      const rows = await db.query(tables.selectFrom('uma_address').selectAll().where('uma_address', '=', isOne));
      return rows.map(toClaim);
    },
    /** Takes over an address. False if its claim has changed. */
    takeOver: async (from: UmaAddressClaim, claim: UmaAddressClaim): Promise<boolean> => {
      const { uma_address: _, ...row } = toRow(claim); // the same, and the place of the row follows from it
      const update = tables.updateTable('uma_address').set(row);
      const rows = await db.query(update.where(({ and }) => and(toRow(from))).returning('uma_address'));
      return rows.length === 1;
    },
    /** The address of a customer, and its earlier ones. */
    of: async ({ platformId, id, umaAddress }: Holder & Pick<Customer, 'umaAddress'>): Promise<string[]> => {
      const own = tables.selectFrom('uma_address').select('uma_address').where('platform_id', '=', platformId);
      const rows = await db.query(own.where(({ or }) => or({ customer_id: id, uma_address: umaAddress })));
      return rows.map(({ uma_address }) => uma_address);
    },
    /** Removes addresses of a customer, except those claimed for another one since `before`. */
    release: async ({ platformId, id }: Holder, umaAddresses: readonly string[], before: Date): Promise<void> => {
      const isOwn = tables.deleteFrom('uma_address').where('platform_id', '=', platformId);
      const those = isOwn.where(({ or, eb }) => or([eb('customer_id', '=', id), eb('claimed_at', '<', before)]));
      const run = (some: readonly string[]) =>
        db.query(those.where('uma_address', '=', sql<string>`any(${some}::text[])`).returning('uma_address'));
      await byPlatform(db, umaAddresses, { platformOf: (umaAddress) => umaAddress, run });
    },
  };
}

const tables = tablesOf(UmaAddressRecord);

function claiming(claims: readonly UmaAddressClaim[]): RawBuilder<Claimed> {
  return sql`
    insert into uma_address as known (uma_address, platform_id, customer_id, claimed_at)
    select * from ${unnest(UmaAddressRecord, ['uma_address', 'platform_id', 'customer_id', 'claimed_at'], claims.map(toRow))}
    order by uma_address
    ${unlessOfOther}`;
}

/** Where the directory is distributed by address: with constants, so that one server runs it. */
const claimingOne = ([claim]: readonly UmaAddressClaim[]): RawBuilder<Claimed> => sql`
  insert into uma_address as known (uma_address, platform_id, customer_id, claimed_at)
  values (${claim?.umaAddress}, ${claim?.platformId}, ${claim?.customerId}, ${claim?.claimedAt})
  ${unlessOfOther}`;

type Claimed = Pick<Row<typeof UmaAddressRecord>, 'uma_address'>;

const unlessOfOther = sql`
  on conflict (uma_address) do update set customer_id = excluded.customer_id, claimed_at = excluded.claimed_at
  where known.platform_id = excluded.platform_id
  returning uma_address`;

function toRow({ umaAddress, platformId, customerId, claimedAt }: UmaAddressClaim): Row<typeof UmaAddressRecord> {
  return { uma_address: umaAddress, platform_id: platformId, customer_id: customerId, claimed_at: claimedAt };
}

function toClaim(row: Row<typeof UmaAddressRecord>): UmaAddressClaim {
  return {
    umaAddress: row.uma_address,
    platformId: row.platform_id,
    customerId: row.customer_id,
    claimedAt: row.claimed_at,
  };
}
