// Internal accounts: what stays the same while their balances move.
import type { Migration } from '../../kit/storage/migrations.ts';

export const internalAccount: Migration = {
  name: '0002-internal-account',
  sql: `
    create table internal_account (
      id uuid primary key,                      -- also that of its balance
      platform_id uuid not null,
      customer_id uuid,                         -- null: the platform's own
      type text not null,
      currency text not null,
      status text not null,
      reference text not null unique,           -- what payers quote
      serial bigint not null,                   -- what its coordinates are made from
      funding json not null,                    -- fundingPaymentInstructions as they are shown
      coordinates_due boolean not null,         -- the operator's rail has not issued them yet
      private_enabled boolean,                  -- of wallets
      revision int not null default 1,          -- grows with every change of this row
      created_at timestamptz(3) not null,
      unique nulls not distinct (platform_id, customer_id, type, currency)
    );
    create index internal_account_of_customers on internal_account (platform_id, created_at desc, id desc)
      where customer_id is not null;
    create index internal_account_of_customer on internal_account (customer_id, created_at desc, id desc)
      where customer_id is not null;
    create index internal_account_of_currency on internal_account (platform_id, currency, created_at desc, id desc)
      where customer_id is not null;
    create index internal_account_without_coordinates on internal_account (id)
      where coordinates_due and status in ('ACTIVE', 'FROZEN');
    create index internal_account_platform on internal_account (platform_id, id);
    create sequence internal_account_serial;

    create table internal_account_count (       -- of customers' accounts, kept in the commit that opens them
      platform_id uuid not null,
      currency text not null,
      type text not null,
      part smallint not null,                   -- several rows, so that customers do not wait for each other
      count bigint not null,
      primary key (platform_id, currency, type, part)
    ) with (fillfactor = 50);`,
};
