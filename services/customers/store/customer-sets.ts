// Customers many at a time: found, made, and told what is in their way.
import { type RawBuilder, sql } from 'kysely';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { duplicate, type Refusal } from '../../kit/messages/fail.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { type NewPersonalKey, newPersonalKey, personalKeyColumn } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import type { Customer } from '../domain/customer.ts';
import { fromRow, type KeyedCustomerRow, toRow } from './customer-row.ts';
import { insertions } from './keyset.ts';

export function customerSets(db: Queryable, secrets: Sealing) {
  return {
    /** Those of the customers that are there, deleted ones too. */
    findAll: async (platformId: string, ids: readonly string[]): Promise<Customer[]> => {
      const rows = await db.query(
        sql<KeyedCustomerRow>`select *, ${keyColumn} from customer where platform_id = ${platformId} and id = any(${ids}::uuid[])`,
      );
      return rows.map((row) => fromRow(row, secrets));
    },
    deletedAmong: async (platformId: string, ids: readonly string[]): Promise<string[]> => {
      const rows = await db.query(sql<{ id: string }>`
        select id from customer where platform_id = ${platformId} and id = any(${ids}::uuid[]) and deleted_at is not null`);
      return rows.map(({ id }) => id);
    },
    /** Inserts those that no live customer is in the way of, in their order, and returns their ids. */
    insertMany: async (customers: readonly Customer[]): Promise<Set<string>> => {
      if (customers.length === 0) return new Set();
      const keyed = customers.map((customer) => ({ ...customer, key: newPersonalKey(customer.id, secrets) }));
      const inserted = await db.query(withKeys(insertions(keyed.map((customer) => toRow(customer, customer.key))), keyed));
      return new Set(inserted.map(({ id }) => id));
    },
    /** What `insert` would throw for each of them, by its id; for none of those that nothing is in the way of. */
    obstaclesOf: async (platformId: string, customers: readonly Customer[]): Promise<Map<string, Refusal>> => {
      if (customers.length === 0) return new Map();
      const found = await db.query(obstacles(platformId, customers));
      return new Map(found.map(({ id, same_id }) => [id, same_id ? platformCustomerIdInUse() : umaAddressInUse()]));
    },
    /** Those of the addresses that a customer of another platform has, or had. */
    addressesElsewhere: async (platformId: string, umaAddresses: readonly string[]): Promise<Set<string>> => {
      if (umaAddresses.length === 0) return new Set();
      const held = await db.query(sql<{ uma_address: string }>`
        select distinct uma_address from customer
        where uma_address = any(${umaAddresses}::text[]) and platform_id <> ${platformId}`);
      return new Set(held.map(({ uma_address }) => uma_address));
    },
  };
}

const keyColumn = personalKeyColumn('customer', 'id');

type Keyed = Pick<Customer, 'id' | 'platformId'> & { readonly key: NewPersonalKey };

/** A statement that inserts customers, and the keys of those that it did insert. */
export function withKeys(inserting: RawBuilder<{ id: string }>, customers: readonly Keyed[]): RawBuilder<{ id: string }> {
  return sql`
    with inserted as (${inserting}), keyed as (
      insert into personal_key (platform_id, customer_id, key)
      select platform_id, id, key from unnest(
        ${customers.map(({ platformId }) => platformId)}::uuid[],
        ${customers.map(({ id }) => id)}::uuid[],
        ${customers.map(({ key }) => key.sealedKey)}::bytea[]
      ) as new (platform_id, id, key) join inserted using (id)
    )
    select id from inserted`;
}

function obstacles(platformId: string, customers: readonly Customer[]): RawBuilder<{ id: string; same_id: boolean }> {
  return sql`
    select wanted.id, same_id
    from unnest(
      ${customers.map(({ id }) => id)}::uuid[],
      ${customers.map(({ platformCustomerId }) => platformCustomerId)}::text[],
      ${customers.map(({ umaAddress }) => umaAddress)}::text[]
    ) as wanted (id, own_id, address)
    cross join lateral (
      select true as same_id from customer where deleted_at is null and platform_id = ${platformId} and platform_customer_id = own_id
      union all select false from customer where deleted_at is null and uma_address = address
      order by same_id desc limit 1
    ) found`;
}

/** The refusal of a platform's own id that another of its customers has. */
export function platformCustomerIdInUse(): Refusal {
  return duplicate(ErrorCode.CONFLICT, 'Another customer of the platform has this platformCustomerId.');
}

/** The refusal of an address that somebody has. */
export function umaAddressInUse(): Refusal {
  return duplicate(ErrorCode.UMA_ADDRESS_EXISTS, 'Another customer has this UMA address.');
}
