// When receivers were shown their receipts.
import type { Migration } from '../../kit/storage/migrations.ts';

export const receipt: Migration = {
  name: '0007-receipt',
  sql: `alter table transaction add column receipt_confirmed_at timestamptz(3);`,
};
