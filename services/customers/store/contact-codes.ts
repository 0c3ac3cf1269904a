// Codes of contact verification in the database: one per channel of a customer, the newest.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { SealedColumn } from '../../kit/storage/resealing.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import type { ContactChannel, ContactCode } from '../domain/contact-code.ts';

export function contactCodeRows(db: Queryable, secrets: Sealing) {
  return {
    find: async (customerId: string, channel: ContactChannel): Promise<ContactCode | undefined> => {
      const [row] = await db.query(
        sql<ContactCodeRow>`select * from contact_code where customer_id = ${customerId} and channel = ${channel}`,
      );
      return row && fromRow(row, secrets);
    },
    /** In place of the one before. */
    put: async (code: ContactCode): Promise<void> => {
      const { id, customerId, channel, contact, codeHash, sentAt } = code;
      await db.query(sql`
        insert into contact_code (customer_id, channel, id, contact, code_hash, sent_at)
        values (${customerId}, ${channel}, ${id}, ${secrets.seal(contact, placeOf(id))}, ${codeHash}, ${sentAt})
        on conflict (customer_id, channel) do update
        set id = excluded.id, contact = excluded.contact, code_hash = excluded.code_hash, sent_at = excluded.sent_at, wrong_count = 0`);
    },
    countWrong: async (id: string): Promise<void> => {
      await db.query(sql`update contact_code set wrong_count = wrong_count + 1 where id = ${id}`);
    },
    removeAll: async (customerId: string): Promise<void> => {
      await db.query(sql`delete from contact_code where customer_id = ${customerId}`);
    },
    remove: async (id: string): Promise<void> => {
      await db.query(sql`delete from contact_code where id = ${id}`);
    },
  };
}

interface ContactCodeRow {
  id: string;
  customer_id: string;
  channel: ContactChannel;
  contact: Buffer;
  code_hash: Buffer;
  wrong_count: number;
  sent_at: Date;
}

const placeOf = (id: string): Place => ({ purpose: 'customers.contact', row: id });

function fromRow(row: ContactCodeRow, secrets: Sealing): ContactCode {
  return {
    id: row.id,
    customerId: row.customer_id,
    channel: row.channel,
    contact: secrets.open(row.contact, placeOf(row.id)).toString(),
    codeHash: row.code_hash,
    wrongCount: row.wrong_count,
    sentAt: row.sent_at,
  };
}

export const sealedContacts: SealedColumn = {
  table: 'contact_code',
  column: 'contact',
  key: { customer_id: 'uuid', channel: 'text' },
  other: 'id',
  place: ({ id = '' }) => placeOf(id),
};
