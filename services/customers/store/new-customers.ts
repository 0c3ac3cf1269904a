// Insertions of customers with their counts and keys.
import { type OperationNodeSource, type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { StoredPersonalKey } from '../../kit/storage/personal-keys.ts';
import { PersonalKeyRecord } from '../../kit/storage/records.ts';
import { unnest } from '../../kit/storage/tables.ts';
import type { Customer } from '../domain/customer.ts';
import { countsChanged } from './customer-counts.ts';

interface Id {
  readonly id: string;
}

type Keyed = Pick<Customer, 'id' | 'platformId'> & { readonly key: StoredPersonalKey };

type Insert = (inserting: OperationNodeSource, customers: readonly Keyed[]) => Promise<Id[]>;

/** Inserts customers of one platform, counts the inserted ones, and stores their keys. Must be called in a transaction. */
export const insertingWith = (db: Queryable): Insert =>
  db.isDistributed
    ? (inserting, customers) => insertApart(db, inserting, customers)
    : (inserting, customers) => db.query(insertion(inserting, customers));

function insertion(inserting: OperationNodeSource, customers: readonly Keyed[]): RawBuilder<Id> {
  return sql`
    with inserted as (
      ${inserting} returning platform_id, id, customer_type, region, currencies, deleted_at
    ), counted as (
      ${countsChanged(sql`select *, 1 as difference from inserted`)}
    ), keyed as (
      insert into personal_key (platform_id, customer_id, key)
      select new.platform_id, new.customer_id, new.key from ${keysOf(customers)}
      join inserted on inserted.platform_id = new.platform_id and inserted.id = new.customer_id
    )
    select id from inserted`;
}

/** The keys of customers as rows. */
const keysOf = (customers: readonly Keyed[]) =>
  unnest(
    PersonalKeyRecord,
    ['platform_id', 'customer_id', 'key'],
    customers.map(({ platformId, id, key }) => ({ platform_id: platformId, customer_id: id, key: key.sealedKey })),
  );

/** The same where the tables are distributed: one server runs each statement. */
async function insertApart(db: Queryable, inserting: OperationNodeSource, customers: readonly Keyed[]): Promise<Id[]> {
  const inserted = await db.query(sql<Id>`${inserting} returning id`);
  const ids = new Set(inserted.map(({ id }) => id));
  const own = customers.filter(({ id }) => ids.has(id));
  const [first] = own;
  if (!first) return inserted;
  const stored = sql`from customer where platform_id = ${first.platformId} and id = any(${[...ids]}::uuid[])`;
  await db.query(
    countsChanged(sql`select platform_id, id, customer_type, region, currencies, deleted_at, 1 as difference ${stored}`),
  );
  await db.query(sql`
    insert into personal_key (platform_id, customer_id, key) select platform_id, customer_id, key from ${keysOf(own)}`);
  return inserted;
}
