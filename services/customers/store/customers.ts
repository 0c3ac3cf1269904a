// Customers one by one: found, made, changed. What must be unique is refused here, where the database finds it out.
import { type RawBuilder, sql } from 'kysely';
import type { Refusal } from '../../kit/messages/fail.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { newPersonalKey, personalKeyColumn, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import type { Customer } from '../domain/customer.ts';
import { countCustomers, customerPage } from './customer-list.ts';
import { type CustomerRow, fromRow, type KeyedCustomerRow, toRow } from './customer-row.ts';
import { customerSets, platformCustomerIdInUse, umaAddressInUse, withKeys } from './customer-sets.ts';
import { insertion } from './keyset.ts';

export function customerRows(db: Queryable, secrets: Sealing) {
  const one = async (statement: RawBuilder<KeyedCustomerRow>) => {
    const [row] = await db.query(statement);
    return row && fromRow(row, secrets);
  };
  const keys = personalKeys(db, secrets);

  return {
    /** Deleted customers too. */
    find: (platformId: string, id: string) => one(byId(platformId, id, sql``)),
    /** Like `find`, and nobody else changes the customer until the transaction ends. */
    lock: (platformId: string, id: string) => one(byId(platformId, id, sql`for update`)),
    /** The live one that has the address, on any platform. */
    findByUmaAddress: (umaAddress: string) =>
      one(sql`select *, ${keyColumn} from customer where uma_address = ${umaAddress} and deleted_at is null`),
    /** False when a customer with this id was made before. Throws CONFLICT or UMA_ADDRESS_EXISTS when a live one is in the way. */
    insert: async (customer: Customer): Promise<boolean> => {
      const key = newPersonalKey(customer.id, secrets);
      const inserted = await refusingDuplicates(() =>
        db.query(withKeys(insertion('customer', toRow(customer, key)), [{ ...customer, key }])),
      );
      return inserted.length > 0;
    },
    /** Throws UMA_ADDRESS_EXISTS when a live customer has the address. */
    update: async (customer: Customer): Promise<void> => {
      const key = await keys.of({ platformId: customer.platformId, customerId: customer.id });
      await refusingDuplicates(() => db.query(change(toRow(customer, key))));
    },
    /** Forgets all that identifies the person, the address included; what remains is what other records refer to. */
    erase: async ({ platformId, id }: Customer, umaAddress: string): Promise<void> => {
      await db.query(sql`
        update customer set personal = null, uma_address = ${umaAddress}, version = version + 1
        where platform_id = ${platformId} and id = ${id}`);
    },
    /** Whether a customer of another platform has, or had, the address. */
    isAddressElsewhere: async (platformId: string, umaAddress: string): Promise<boolean> => {
      const held = await db.query(
        sql`select from customer where uma_address = ${umaAddress} and platform_id <> ${platformId} limit 1`,
      );
      return held.length > 0;
    },
    ...customerSets(db, secrets),
    page: customerPage(db, secrets),
    count: countCustomers(db),
  };
}

const keyColumn = personalKeyColumn('customer', 'id');

function byId(platformId: string, id: string, lock: RawBuilder<unknown>): RawBuilder<KeyedCustomerRow> {
  return sql`select *, ${keyColumn} from customer where platform_id = ${platformId} and id = ${id} ${lock}`;
}

function change(row: CustomerRow): RawBuilder<unknown> {
  const changes = Object.entries(row).map(([column, value]) => sql`${sql.ref(column)} = ${value}`);
  return sql`update customer set ${sql.join(changes)}, version = version + 1 where id = ${row.id}`;
}

async function refusingDuplicates<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw duplicateRefusal(error) ?? error;
  }
}

function duplicateRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('constraint' in error)) return undefined;
  if (error.constraint === 'customer_live_own_id') {
    return platformCustomerIdInUse();
  }
  if (error.constraint === 'customer_live_uma_address') return umaAddressInUse();
  return undefined;
}
