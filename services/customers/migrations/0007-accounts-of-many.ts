// Jobs that open accounts are for many customers; those that were left behind before are for one.
import type { Migration } from '../../kit/storage/migrations.ts';

export const accountsOfMany: Migration = {
  name: '0007-accounts-of-many',
  sql: `
    update job set payload = jsonb_build_object('customerIds', jsonb_build_array(payload -> 'customerId'))
    where kind = 'open-accounts' and payload ? 'customerId'`,
};
