// Lightning invoices in the database. Each belongs to the one payment that pays it.
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import { InvoicePaymentRecord } from './records.ts';

export interface InvoicePayment {
  readonly platformId: string;
  /** `invoiceKey` */
  readonly invoice: string;
  /** uuid. */
  readonly transactionId: string;
}

const tables = tablesOf(InvoicePaymentRecord);

export function invoiceRows(db: Queryable) {
  return {
    /** False if another payment has the invoice. Repeatable. */
    async claim(payment: InvoicePayment): Promise<boolean> {
      const { transactionId } = payment;
      const insert = insertInto(InvoicePaymentRecord, [rowOf(payment)]);
      const rows = await db.query(
        insert
          .onConflict((conflict) =>
            conflict
              .columns(['platform_id', 'invoice'])
              .doUpdateSet({ transaction_id: transactionId })
              .where('invoice_payment.transaction_id', '=', transactionId),
          )
          .returning('transaction_id'),
      );
      return rows.length > 0;
    },

    /** Makes the invoice available to other payments. */
    async release(payment: InvoicePayment): Promise<void> {
      await db.query(tables.deleteFrom('invoice_payment').where(({ and }) => and(rowOf(payment))));
    },
  };
}

const rowOf = ({ platformId, invoice, transactionId }: InvoicePayment) => ({
  platform_id: platformId,
  invoice: Buffer.from(invoice, 'hex'),
  transaction_id: transactionId,
});
