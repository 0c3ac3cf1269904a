// The proof that a payment waits for.
import type { Migration } from '../../kit/storage/migrations.ts';

export const authorization: Migration = {
  name: '0008-authorization',
  sql: `alter table transaction add column authorization_challenge jsonb;`,
};
