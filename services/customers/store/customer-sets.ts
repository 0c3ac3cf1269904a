// Sets of customers: found, inserted, and checked for conflicts.
import { type RawBuilder, sql } from 'kysely';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { duplicate, type Refusal } from '../../kit/messages/fail.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { newPersonalKey, personalKeyColumn } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { insertInto, propertiesOf, rowOf, tablesOf, unnest } from '../../kit/storage/tables.ts';
import type { Customer } from '../domain/customer.ts';
import { CustomerRecord } from './customer-records.ts';
import { fromRow, type KeyedCustomerRow, toRow } from './customer-row.ts';
import { insertingWith } from './new-customers.ts';

export function customerSets(db: Queryable, secrets: Sealing) {
  const insert = insertingWith(db);
  return {
    /** The existing customers among these, including deleted ones. */
    findAll: async (platformId: string, ids: readonly string[]): Promise<Customer[]> => {
      const rows = await db.query(sql<KeyedCustomerRow>`
        select ${columns}, ${personalKeyColumn('customer', 'id', platformId)} from customer where platform_id = ${platformId} and id = any(${ids}::uuid[])`);
      return rows.map((row) => fromRow(row, secrets));
    },
    deletedAmong: async (platformId: string, ids: readonly string[]): Promise<string[]> => {
      const among = tables.selectFrom('customer').select('id').where('platform_id', '=', platformId);
      const isOne = sql<string>`any(${ids}::uuid[])`;
      const rows = await db.query(among.where('id', '=', isOne).where('deleted_at', 'is not', null));
      return rows.map(({ id }) => id);
    },
    /** Inserts customers without conflicts, in order, and returns their ids. */
    insertMany: async (customers: readonly Customer[]): Promise<Set<string>> => {
      if (customers.length === 0) return new Set();
      const keyed = customers.map((customer) => ({ ...customer, key: newPersonalKey(customer.id, secrets) }));
      const rows = keyed.map((customer) => rowOf(CustomerRecord, toRow(customer, customer.key)));
      const unlessTaken = insertInto(CustomerRecord, rows).onConflict((conflict) => conflict.doNothing());
      const inserted = await insert(unlessTaken, keyed);
      return new Set(inserted.map(({ id }) => id));
    },
    /** The refusal of each conflicting customer, by its id. */
    obstaclesOf: async (platformId: string, customers: readonly Customer[]): Promise<Map<string, Refusal>> => {
      if (customers.length === 0) return new Map();
      const found = await db.query(obstacles(platformId, customers));
      return new Map(found.map(({ id, is_same_id }) => [id, is_same_id ? platformCustomerIdInUse() : umaAddressInUse()]));
    },
    /** The addresses that customers of the platform have, or had when they were deleted. Optionally ignores one customer. */
    usedAddresses: async (platformId: string, umaAddresses: readonly string[], besides?: string): Promise<Set<string>> => {
      if (umaAddresses.length === 0) return new Set();
      const isOne = sql<string>`any(${umaAddresses}::text[])`;
      const used = tables.selectFrom('customer').select('uma_address').distinct().where('platform_id', '=', platformId);
      const rows = await db.query(used.where('uma_address', '=', isOne).where('id', 'is distinct from', besides ?? null));
      return new Set(rows.map(({ uma_address }) => uma_address));
    },
  };
}

const tables = tablesOf(CustomerRecord);
const columns = propertiesOf(CustomerRecord);

function obstacles(platformId: string, customers: readonly Customer[]): RawBuilder<{ id: string; is_same_id: boolean }> {
  const wanted = customers.map((customer) => ({
    id: customer.id,
    platform_customer_id: customer.platformCustomerId,
    uma_address: customer.umaAddress,
  }));
  const live = sql`from customer where platform_id = ${platformId} and deleted_at is null`;
  return sql`
    select new.id, is_same_id from ${unnest(CustomerRecord, ['id', 'platform_customer_id', 'uma_address'], wanted)}
    cross join lateral (
      select true as is_same_id ${live} and platform_customer_id = new.platform_customer_id
      union all select false ${live} and uma_address = new.uma_address
      order by is_same_id desc limit 1
    ) found`;
}

/** The refusal of a platformCustomerId that another customer has. */
export function platformCustomerIdInUse(): Refusal {
  return duplicate(ErrorCode.CONFLICT, 'Another customer of the platform has this platformCustomerId.');
}

/** The refusal of an address in use. */
export function umaAddressInUse(): Refusal {
  return duplicate(ErrorCode.UMA_ADDRESS_EXISTS, 'Another customer has this UMA address.');
}
