// How far the audit of the ledger has come, what it has summed, and what it has found: every process goes on from there.
import type { Migration } from '../../kit/storage/migrations.ts';

export const audit: Migration = {
  name: '0600-audit',
  sql: `
    -- A reading of all journals, in the order of their numbers. Balances are compared with the sums of the first one; a second one begins
    -- at the beginning again and takes its place when it has come as far.
    create table audit_generation (
      number int primary key,
      through bigint not null,              -- the number of the last journal that is in its sums
      begun_at timestamptz(3) not null      -- the wall's
    );

    create table audited_sum (
      platform_id uuid not null,
      balance_id uuid not null,
      part text not null,
      generation int not null,
      amount bigint not null,
      primary key (platform_id, balance_id, part, generation)
    ) with (fillfactor = 50);
    create index audited_sum_generation on audited_sum (generation);

    -- Where the rounds through balances, accounts and lines have come to.
    create table audit_mark (
      round text primary key,
      platform_id uuid not null,
      id uuid not null
    );

    -- What is wrong. It is asked again each time, until it is right.
    create table audit_finding (
      platform_id uuid not null,
      kind text not null,                   -- journal, subject, balance, account
      id uuid not null,
      finding text not null,
      primary key (platform_id, kind, id)
    );`,
};
