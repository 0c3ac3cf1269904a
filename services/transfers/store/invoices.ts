// Lightning invoices in the database: each belongs to the one payment that pays it.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';

export interface InvoicePayment {
  readonly platformId: string;
  /** `invoiceKey` */
  readonly invoice: string;
  /** uuid. */
  readonly transactionId: string;
}

export function invoiceRows(db: Queryable) {
  return {
    /** False when another payment has the invoice. Repeatable. */
    async claim({ platformId, invoice, transactionId }: InvoicePayment): Promise<boolean> {
      const rows = await db.query(sql`
        insert into invoice_payment as known (platform_id, invoice, transaction_id)
        values (${platformId}, decode(${invoice}, 'hex'), ${transactionId})
        on conflict (platform_id, invoice) do update set transaction_id = excluded.transaction_id
        where known.transaction_id = excluded.transaction_id
        returning 1`);
      return rows.length > 0;
    },

    /** The invoice can be paid by another payment. */
    async release({ platformId, invoice, transactionId }: InvoicePayment): Promise<void> {
      await db.query(sql`
        delete from invoice_payment
        where platform_id = ${platformId} and invoice = decode(${invoice}, 'hex') and transaction_id = ${transactionId}`);
    },
  };
}
