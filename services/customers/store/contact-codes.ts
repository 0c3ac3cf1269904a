// Codes of contact verification in the database: the latest per customer and channel. The contact is sealed under the
// customer's key.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { openerOf, type Person, personalKeyColumn, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import { insertInto, type Row, tablesOf } from '../../kit/storage/tables.ts';
import type { ContactChannel, ContactCode } from '../domain/contact-code.ts';
import { ContactCodeRecord } from './customer-records.ts';

export function contactCodeRows(db: Queryable, secrets: Sealing) {
  const keys = personalKeys(db, secrets);

  return {
    find: async ({ platformId, customerId }: Person, channel: ContactChannel): Promise<ContactCode | undefined> => {
      const [row] = await db.query(sql<KeyedCodeRow>`
        select *, ${personalKeyColumn('contact_code', 'customer_id', platformId)} from contact_code
        where platform_id = ${platformId} and customer_id = ${customerId} and channel = ${channel}`);
      return row && fromRow(row, secrets);
    },
    /** Replaces the previous code. */
    put: async (code: ContactCode): Promise<void> => {
      const row = toRow(code, (await keys.of(code)).seal(code.contact, placeOf(code.id)));
      const insert = insertInto(ContactCodeRecord, [row]);
      await db.query(
        insert.onConflict((conflict) => conflict.columns(['platform_id', 'customer_id', 'channel']).doUpdateSet(changeable(row))),
      );
    },
    /** Counts a wrong attempt at this code. */
    countWrong: async (code: ContactCode): Promise<void> => {
      const counted = tables.updateTable('contact_code').set((eb) => ({ wrong_count: eb('wrong_count', '+', 1) }));
      await db.query(counted.where(({ and }) => and(keyOf(code))));
    },
    remove: async (code: CodeKey): Promise<void> => {
      await db.query(tables.deleteFrom('contact_code').where(({ and }) => and(keyOf(code))));
    },
    removeAll: async ({ platformId, customerId }: Person): Promise<void> => {
      const all = tables.deleteFrom('contact_code');
      await db.query(all.where(({ and }) => and({ platform_id: platformId, customer_id: customerId })));
    },
  };
}

const tables = tablesOf(ContactCodeRecord);

/** Without the key of the row, which a distributed database refuses to write. */
function changeable({ platform_id: _platform, customer_id: _customer, channel: _channel, ...columns }: ReturnType<typeof toRow>) {
  return columns;
}

type CodeRow = Row<typeof ContactCodeRecord>;
type KeyedCodeRow = CodeRow & { readonly personal_key: Buffer | null };
type CodeKey = Pick<ContactCode, 'platformId' | 'customerId' | 'channel' | 'id'>;
const placeOf = (id: string): Place => ({ purpose: 'customers.contact', row: id });

/** Removes this code, but not its successor. */
function keyOf({ platformId, customerId, channel, id }: CodeKey) {
  return { platform_id: platformId, customer_id: customerId, channel, id };
}

function toRow(code: ContactCode, contact: Buffer): CodeRow {
  return { ...keyOf(code), contact, code_hash: code.codeHash, wrong_count: code.wrongCount, sent_at: code.sentAt };
}

/** Empty for an erased customer. */
function fromRow(row: KeyedCodeRow, secrets: Sealing): ContactCode | undefined {
  const key = openerOf(row, secrets);
  return (
    key && {
      id: row.id,
      platformId: row.platform_id,
      customerId: row.customer_id,
      channel: row.channel,
      contact: key.open(row.contact, placeOf(row.id)).toString(),
      codeHash: row.code_hash,
      wrongCount: row.wrong_count,
      sentAt: row.sent_at,
    }
  );
}
