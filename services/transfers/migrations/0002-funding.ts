// Money from outside: what has come for a transaction, and which deposits were counted already.
import type { Migration } from '../../kit/migrations.ts';

export const funding: Migration = {
  name: '0002-funding',
  sql: `
    alter table transaction
      add column stage text not null default 'PAYOUT' check (stage in ('FUNDING', 'PAYOUT')),
      add column arrived_amount bigint check (arrived_amount > 0);

    -- Deposits that rails have told of. The same one told again is not money again.
    create table deposit (
      platform_id uuid not null,
      key text not null,                    -- the rail's own name of the deposit
      transaction_id uuid not null,         -- that it was counted for
      created_at timestamptz(3) not null,
      primary key (platform_id, key)
    );`,
};
