// Customers one by one: found, made, changed. What must be unique is refused here, where the database finds it out.
import { type RawBuilder, sql } from 'kysely';
import type { Refusal } from '../../kit/messages/fail.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { newPersonalKey, personalKeyColumn, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { insertInto, propertiesOf, rowOf } from '../../kit/storage/tables.ts';
import type { Customer } from '../domain/customer.ts';
import { isRecounted, recount } from './customer-counts.ts';
import { countCustomers, customerPage } from './customer-list.ts';
import { CustomerRecord } from './customer-records.ts';
import { fromRow, type KeyedCustomerRow, toRow } from './customer-row.ts';
import { customerSets, insertion, platformCustomerIdInUse, umaAddressInUse } from './customer-sets.ts';

/** Reads are statements, because each call for a customer makes one, and it brings the key along. The ORM writes changes. */
export function customerRows(db: Queryable, secrets: Sealing) {
  const one = async (platformId: string, which: RawBuilder<unknown>) => {
    const [row] = await db.query(
      sql<KeyedCustomerRow>`select ${columns}, ${keyColumn} from customer where platform_id = ${platformId} and ${which}`,
    );
    return row && fromRow(row, secrets);
  };
  const keys = personalKeys(db, secrets);

  return {
    /** Deleted customers too. */
    find: (platformId: string, id: string) => one(platformId, sql`id = ${id}`),
    /** Like `find`, and nobody else changes the customer until the transaction ends. */
    lock: (platformId: string, id: string) => one(platformId, sql`id = ${id} for update`),
    /** The live one that has the address. */
    findByUmaAddress: (platformId: string, umaAddress: string) =>
      one(platformId, sql`uma_address = ${umaAddress} and deleted_at is null`),
    /** False when a customer with this id was made before. Throws CONFLICT or UMA_ADDRESS_EXISTS when a live one is in the way. */
    insert: async (customer: Customer): Promise<boolean> => {
      const key = newPersonalKey(customer.id, secrets);
      const row = insertInto(CustomerRecord, [rowOf(CustomerRecord, toRow(customer, key))]);
      const unlessMade = row.onConflict((conflict) => conflict.columns(['platform_id', 'id']).doNothing());
      const inserted = await refusingDuplicates(() => db.query(insertion(unlessMade, [{ ...customer, key }])));
      return inserted.length > 0;
    },
    /** Of a locked customer. Throws UMA_ADDRESS_EXISTS when a live customer has the address. */
    update: async (customer: Customer): Promise<void> => {
      const { platformId, id } = customer;
      const after = toRow(customer, await keys.of({ platformId, customerId: id }));
      const stored = await db.em.findOneOrFail(CustomerRecord, { platformId, id });
      if (isRecounted(stored, after)) await recount(db, stored, after);
      Object.assign(stored, after);
      await refusingDuplicates(() => db.em.flush());
    },
    /** Forgets all that identifies the person, the address included; what remains is what other records refer to. */
    erase: async ({ platformId, id }: Customer, umaAddress: string): Promise<void> => {
      Object.assign(await db.em.findOneOrFail(CustomerRecord, { platformId, id }), { personal: null, umaAddress });
    },
    ...customerSets(db, secrets),
    page: customerPage(db, secrets),
    count: countCustomers(db),
  };
}

const columns = propertiesOf(CustomerRecord);
const keyColumn = personalKeyColumn('customer', 'id');

async function refusingDuplicates<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw duplicateRefusal(error) ?? error;
  }
}

function duplicateRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !('constraint' in error)) return undefined;
  if (error.constraint === 'customer_live_own_id') return platformCustomerIdInUse();
  if (error.constraint === 'customer_live_uma_address') return umaAddressInUse();
  return undefined;
}
