// Customers in the database. Violations of uniqueness are refused here, where the database finds them.
import { type RawBuilder, sql } from 'kysely';
import type { Refusal } from '../../kit/messages/fail.ts';
import { codeOf } from '../../kit/storage/connections.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { onlyPlatform } from '../../kit/storage/distributed.ts';
import { apartBy, gatheredReads } from '../../kit/storage/gathered.ts';
import {
  newPersonalKey,
  type Person,
  type PersonalKey,
  personalKeyColumn,
  personalKeys,
} from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { insertInto, propertiesOf, rowOf, tablesOf, unnest } from '../../kit/storage/tables.ts';
import type { Customer } from '../domain/customer.ts';
import { isRecounted, recount } from './customer-counts.ts';
import { countCustomers, customerPage } from './customer-list.ts';
import { CustomerRecord } from './customer-records.ts';
import { fromRow, type KeyedCustomerRow, toRow } from './customer-row.ts';
import { customerSets, platformCustomerIdInUse, umaAddressInUse } from './customer-sets.ts';
import { insertingWith } from './new-customers.ts';
import { standings } from './standings.ts';

/** Reads are statements with a join of the key, because each call for a customer makes one. So are changes of the row that was just read. */
export function customerRows(db: Queryable, secrets: Sealing) {
  const one = async (platformId: string, which: RawBuilder<unknown>) => {
    const [row] = await db.query(selection(platformId, which));
    return row && fromRow(row, secrets);
  };
  const byId = gatheredReads<CustomerKey, KeyedCustomerRow>({
    read: (wanted) => db.query(selectionOf(wanted, onlyPlatform(db, wanted))),
    nameOf: ({ platformId, id }) => `${platformId} ${id}`,
    apart: apartBy(db, ({ platformId }) => platformId),
  });
  const keys = personalKeys(db, secrets);

  return {
    /** Including deleted customers. Concurrent reads are gathered. */
    find: async (platformId: string, id: string) => {
      const row = await byId({ platformId, id });
      return row && fromRow(row, secrets);
    },
    /** Like `find`, and locks the customer until the transaction ends. */
    lock: (platformId: string, id: string) => one(platformId, sql`id = ${id} for update`),
    /** The customer with the address, unless deleted. */
    findByUmaAddress: (platformId: string, umaAddress: string) =>
      one(platformId, sql`uma_address = ${umaAddress} and deleted_at is null`),
    /**
     * False if a customer with this id exists. Throws CONFLICT or UMA_ADDRESS_EXISTS for a conflict with a customer that is not deleted.
     */
    insert: async (customer: Customer): Promise<boolean> => {
      const key = newPersonalKey(customer.id, secrets);
      const row = insertInto(CustomerRecord, [rowOf(CustomerRecord, toRow(customer, key))]);
      const unlessMade = row.onConflict((conflict) => conflict.columns(['platform_id', 'id']).doNothing());
      const inserted = await refusingDuplicates(() => insertingWith(db)(unlessMade, [{ ...customer, key }]));
      return inserted.length > 0;
    },
    /** For a locked customer. Throws UMA_ADDRESS_EXISTS if another customer has the address. */
    update: async (change: CustomerUpdate): Promise<void> => {
      const { platformId, id } = change.after;
      const person = { platformId, customerId: id };
      if (isRecounted(change)) await recount(db, change.after);
      const write = async (sealerOf: (owner: Person) => PersonalKey, areCurrent: RawBuilder<boolean>) => {
        const { platform_id: _, ...row } = rowOf(CustomerRecord, toRow(change.after, sealerOf(person))); // a row never changes its platform
        const update = tables.updateTable('customer').set(row).where('platform_id', '=', platformId).where('id', '=', id);
        return (await db.query(update.where(areCurrent).returning('id'))).length > 0;
      };
      await refusingDuplicates(() => keys.sealing([person], write));
    },
    /** Erases all personal data, including the address. Other records keep their references. */
    erase: async ({ platformId, id }: Customer, umaAddress: string): Promise<void> => {
      Object.assign(await db.em.findOneOrFail(CustomerRecord, { platformId, id }), { personal: null, umaAddress });
    },
    standing: standings(db),
    ...customerSets(db, secrets),
    page: customerPage(db, secrets),
    count: countCustomers(db),
  };
}

/** A change of a locked customer. */
export interface CustomerUpdate {
  readonly before: Customer;
  readonly after: Customer;
}

const tables = tablesOf(CustomerRecord);
const columns = propertiesOf(CustomerRecord);
const keyColumn = (platformId?: string) => personalKeyColumn('customer', 'id', platformId);
const toKey = ({ platformId, id }: CustomerKey) => ({ platform_id: platformId, id });

type CustomerKey = Pick<KeyedCustomerRow, 'platformId' | 'id'>;

const selection = (platformId: string, which: RawBuilder<unknown>) =>
  sql<KeyedCustomerRow>`select ${columns}, ${keyColumn(platformId)} from customer where platform_id = ${platformId} and ${which}`;

/** One customer is mostly read alone. A join with a list of one key would cost a third more. */
function selectionOf(wanted: readonly CustomerKey[], platformId: string | undefined): RawBuilder<KeyedCustomerRow> {
  const [first] = wanted;
  if (first && wanted.length === 1) return selection(first.platformId, sql`id = ${first.id}`);
  return sql<KeyedCustomerRow>`
    select ${columns}, ${keyColumn(platformId)} from customer
    join ${unnest(CustomerRecord, ['platform_id', 'id'], wanted.map(toKey))} using (platform_id, id)`;
}

async function refusingDuplicates<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    throw duplicateRefusal(error) ?? error;
  }
}

/** By the message: a distributed database names the constraint only there, followed by the number of a shard. */
function duplicateRefusal(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || codeOf(error) !== uniqueViolation) return undefined;
  if (error.message.includes('customer_live_own_id')) return platformCustomerIdInUse();
  if (error.message.includes('customer_live_uma_address')) return umaAddressInUse();
  return undefined;
}

const uniqueViolation = '23505';
