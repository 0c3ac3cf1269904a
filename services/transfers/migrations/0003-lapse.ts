// Open quotes of a platform by their deadline: what a platform's clock comes past when it is moved.
import type { Migration } from '../../kit/storage/migrations.ts';

export const lapse: Migration = {
  name: '0003-lapse',
  sql: 'create index transaction_platform_lapse on transaction (platform_id, expires_at) where lapses_at is not null;',
};
