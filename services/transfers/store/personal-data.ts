// Personal data in transactions: found for an export, and removed when their customer is erased.
import { type RawBuilder, sql } from 'kysely';
import { publicId } from '../../kit/core/ids.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Person } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { erasedAddress, type KeyedTransactionRow, keyedColumns } from './transaction-personal.ts';
import { toRecord } from './transaction-row.ts';

export function personalDataRows(db: Queryable, secrets: Sealing) {
  return {
    /** The transactions of a customer with personal data, oldest first. */
    async ofCustomer(person: Person) {
      const rows = await db.query(sql<KeyedTransactionRow>`
        select ${keyedColumns(person.platformId)} from transaction where ${tellsOf(person)} order by created_at, id`);
      return rows.map((row) => toRecord(row, secrets));
    },

    /**
     * Removes all data from a customer's transactions except amounts, times, states, ids and your own ids. UMA addresses are replaced.
     * Repeatable.
     */
    async erase(person: Person): Promise<void> {
      for (let erased = batchSize; erased === batchSize; ) {
        const rows = await db.query(sql`
          update transaction set personal = null, sender = ${withoutAddress('sender')}, receiver = ${withoutAddress('receiver')}
          where platform_id = ${person.platformId} and id in (
            select id from transaction where ${tellsOf(person)} limit ${batchSize})
          returning 1`);
        erased = rows.length;
      }
    },
  };
}

const batchSize = 1_000;

const tellsOf = ({ platformId, customerId }: Person) => sql<boolean>`
  platform_id = ${platformId} and owner = ${publicId('Customer', customerId)}
  and (personal is not null or ${isAddress('sender')} or ${isAddress('receiver')})`;

/** All other senders and receivers are public ids. */
const isAddress = (column: 'sender' | 'receiver') =>
  sql<boolean>`(${sql.ref(column)} like '$%' and ${sql.ref(column)} <> ${erasedAddress})`;

function withoutAddress(column: 'sender' | 'receiver'): RawBuilder<unknown> {
  return sql`case when ${isAddress(column)} then ${erasedAddress} else ${sql.ref(column)} end`;
}
