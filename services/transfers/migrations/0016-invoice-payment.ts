// Lightning invoices that are being paid, or were paid.
import type { Migration } from '../../kit/storage/migrations.ts';

export const invoicePayment: Migration = {
  name: '0016-invoice-payment',
  sql: `
    create table invoice_payment (
      platform_id uuid not null,
      invoice bytea not null,               -- the hash of it
      transaction_id uuid not null,         -- the one payment of it; the row goes when that fails
      primary key (platform_id, invoice)
    );`,
};
