// Customers one by one: found, made, changed. What must be unique is refused here, where the database finds it out.
import { type RawBuilder, sql } from 'kysely';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Queryable } from '../../kit/database.ts';
import { fail, type Refusal } from '../../kit/fail.ts';
import type { Secrets } from '../../kit/secrets.ts';
import type { Customer } from '../domain/customer.ts';
import { countCustomers, customerPage } from './customer-list.ts';
import { type CustomerRow, fromRow, toRow } from './customer-row.ts';
import { insertion, insertions } from './keyset.ts';

export function customerRows(db: Queryable, secrets: Secrets) {
  const one = async (statement: RawBuilder<CustomerRow>) => {
    const [row] = await db.query(statement);
    return row && fromRow(row, secrets);
  };

  return {
    /** Deleted customers too. */
    find: (platformId: string, id: string) => one(byId(platformId, id, sql``)),
    /** Like `find`, and nobody else changes the customer until the transaction ends. */
    lock: (platformId: string, id: string) => one(byId(platformId, id, sql`for update`)),
    /** The live one that has the address, on any platform. */
    findByUmaAddress: (umaAddress: string) =>
      one(sql`select * from customer where uma_address = ${umaAddress} and deleted_at is null`),
    /** False when a customer with this id was made before. Throws CONFLICT or UMA_ADDRESS_EXISTS when a live one is in the way. */
    insert: async (customer: Customer): Promise<boolean> => {
      const inserted = await refusingTaken(() => db.query(insertion('customer', toRow(customer, secrets))));
      return inserted.length > 0;
    },
    /** Inserts those that no live customer is in the way of, in their order, and returns their ids. */
    insertMany: async (customers: readonly Customer[]): Promise<Set<string>> => {
      if (customers.length === 0) return new Set();
      const inserted = await db.query(insertions(customers.map((customer) => toRow(customer, secrets))));
      return new Set(inserted.map(({ id }) => id));
    },
    /** What `insert` would throw; undefined when nothing is in the way. */
    obstacleOf: async (platformId: string, { platformCustomerId, umaAddress }: Customer): Promise<Refusal | undefined> => {
      const [found] = await db.query(sql<{ same_id: boolean }>`
        select platform_id = ${platformId} and platform_customer_id = ${platformCustomerId} as same_id from customer
        where deleted_at is null
          and (uma_address = ${umaAddress} or (platform_id = ${platformId} and platform_customer_id = ${platformCustomerId}))
        order by same_id desc limit 1`);
      return found && (found.same_id ? ownIdTaken() : umaAddressTaken());
    },
    /** Throws UMA_ADDRESS_EXISTS when a live customer has the address. */
    update: async (customer: Customer): Promise<void> => {
      await refusingTaken(() => db.query(change(toRow(customer, secrets))));
    },
    /** Whether a customer of another platform has, or had, the address. */
    isAddressElsewhere: async (platformId: string, umaAddress: string): Promise<boolean> => {
      const held = await db.query(
        sql`select from customer where uma_address = ${umaAddress} and platform_id <> ${platformId} limit 1`,
      );
      return held.length > 0;
    },
    /** Those of the addresses that a customer of another platform has, or had. */
    addressesElsewhere: async (platformId: string, umaAddresses: readonly string[]): Promise<Set<string>> => {
      if (umaAddresses.length === 0) return new Set();
      const held = await db.query(sql<{ uma_address: string }>`
        select distinct uma_address from customer
        where uma_address = any(${umaAddresses}::text[]) and platform_id <> ${platformId}`);
      return new Set(held.map(({ uma_address }) => uma_address));
    },
    page: customerPage(db, secrets),
    count: countCustomers(db),
  };
}

function byId(platformId: string, id: string, lock: RawBuilder<unknown>): RawBuilder<CustomerRow> {
  return sql`select * from customer where platform_id = ${platformId} and id = ${id} ${lock}`;
}

function change(row: CustomerRow): RawBuilder<unknown> {
  const changes = Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return sql`update customer set ${sql.join(changes)}, version = version + 1 where id = ${row.id}`;
}

async function refusingTaken<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw takenFrom(error) ?? error;
  }
}

function takenFrom(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('constraint' in error)) return undefined;
  if (error.constraint === 'customer_live_own_id') {
    return ownIdTaken();
  }
  if (error.constraint === 'customer_live_uma_address') return umaAddressTaken();
  return undefined;
}

function ownIdTaken(): Refusal {
  return fail(ErrorCode.CONFLICT, 'Another customer of the platform has this platformCustomerId.');
}

/** The refusal of an address that somebody has. */
export function umaAddressTaken(): Refusal {
  return fail(ErrorCode.UMA_ADDRESS_EXISTS, 'Another customer has this UMA address.');
}
