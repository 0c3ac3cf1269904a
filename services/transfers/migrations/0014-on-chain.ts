// Where the money of a transaction has moved on a chain.
import type { Migration } from '../../kit/storage/migrations.ts';

export const onChain: Migration = {
  name: '0014-on-chain',
  sql: 'alter table transaction add column on_chain jsonb;',
};
