// Money from outside: which deposits and debits were counted already.
import type { Migration } from '../../kit/storage/migrations.ts';

export const funding: Migration = {
  name: '0002-funding',
  sql: `
    -- Deposits and debits that rails have reported. The same one reported again moves no money again.
    create table deposit (
      platform_id uuid not null,
      kind text not null check (kind in ('DEPOSIT', 'DEBIT', 'PULL_RETURN')),
      key text not null,                    -- the rail's own name of it; of the return of a pull the pull's
      transaction_id uuid not null,         -- that it was counted for
      target text not null,                 -- public id of the account, or the reference of the quote
      rail text not null,
      currency text not null,
      amount bigint not null,
      created_at timestamptz(3) not null,
      primary key (platform_id, kind, key)
    );`,
};
