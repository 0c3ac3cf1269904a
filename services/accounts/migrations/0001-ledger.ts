// The ledger: journals under their keys, their lines, and the balances that are kept in step with them.
import type { Migration } from '../../kit/storage/migrations.ts';

/**
 * No foreign keys: a journal, its lines and its balances are written by one transaction alone, the check of each line would cost as
 * much as the line itself, and the audit proves the same. All three carry the platform, so that they can be partitioned by it.
 */
export const ledger: Migration = {
  name: '0001-ledger',
  sql: `
    create table balance (
      id uuid primary key,                      -- of the internal account, or made from what the house account is
      platform_id uuid not null,
      kind text not null,                       -- INTERNAL, or that of the house account
      rail text not null default '',
      currency text not null,
      never_negative boolean not null,
      available bigint not null default 0,
      held bigint not null default 0,           -- this and the next: of internal accounts
      pending_in bigint not null default 0,
      version bigint not null default 0,        -- grows with each event of the internal account
      changed_at timestamptz(3) not null,
      check (available >= 0 or not never_negative),
      check (held >= 0),
      check (pending_in >= 0)
    ) with (fillfactor = 50);                   -- room for updates in place: this is where a busy ledger writes
    create index balance_platform on balance (platform_id, id);

    create table journal (
      id uuid primary key,
      platform_id uuid not null,
      subject uuid not null,
      step text not null,
      fingerprint bytea not null,               -- empty: the key is void, and nothing is booked under it
      created_at timestamptz(3) not null,
      number bigint generated always as identity,  -- the order of booking
      unique (platform_id, subject, step)
    );
    create index journal_number on journal (number);

    create table posting (
      platform_id uuid not null,
      journal_id uuid not null,
      line smallint not null,
      balance_id uuid not null,
      part text not null,                       -- available, held, pendingIn
      currency text not null,
      amount bigint not null,
      primary key (platform_id, journal_id, line)
    );`,
};
