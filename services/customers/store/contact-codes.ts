// Codes of contact verification in the database: one per channel of a customer, the newest.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/database.ts';
import type { ContactChannel, ContactCode } from '../domain/contact-code.ts';

export function contactCodeRows(db: Queryable) {
  return {
    find: async (customerId: string, channel: ContactChannel): Promise<ContactCode | undefined> => {
      const [row] = await db.query(
        sql<ContactCodeRow>`select * from contact_code where customer_id = ${customerId} and channel = ${channel}`,
      );
      return row && fromRow(row);
    },
    /** In place of the one before. */
    put: async (code: ContactCode): Promise<void> => {
      const { id, customerId, channel, contact, codeHash, sentAt } = code;
      await db.query(sql`
        insert into contact_code (customer_id, channel, id, contact, code_hash, sent_at)
        values (${customerId}, ${channel}, ${id}, ${contact}, ${codeHash}, ${sentAt})
        on conflict (customer_id, channel) do update
        set id = excluded.id, contact = excluded.contact, code_hash = excluded.code_hash, sent_at = excluded.sent_at, wrong_count = 0`);
    },
    countWrong: async (id: string): Promise<void> => {
      await db.query(sql`update contact_code set wrong_count = wrong_count + 1 where id = ${id}`);
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
  contact: string;
  code_hash: Buffer;
  wrong_count: number;
  sent_at: Date;
}

function fromRow(row: ContactCodeRow): ContactCode {
  return {
    id: row.id,
    customerId: row.customer_id,
    channel: row.channel,
    contact: row.contact,
    codeHash: row.code_hash,
    wrongCount: row.wrong_count,
    sentAt: row.sent_at,
  };
}
