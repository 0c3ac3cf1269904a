// The tables of the accounts service, described in `store/*-records.ts`.
import type { Migration } from '../../kit/storage/migrations.ts';

/**
 * The ledger has no foreign keys: one transaction writes a journal, its lines and its balances, checking each line would cost as much as
 * the line itself, and the audit checks the same.
 */
const ledger = `
    create table balance (
      platform_id uuid not null,
      id uuid not null,
      kind text not null,
      subaccount text not null default '',
      currency text not null,
      never_negative boolean not null,
      available bigint not null default 0,
      held bigint not null default 0,
      pending_in bigint not null default 0,
      version bigint not null default 0,
      changed_at timestamptz(3) not null,
      primary key (platform_id, id),
      check (available >= 0 or not never_negative),
      check (held >= 0),
      check (pending_in >= 0)
    ) with (fillfactor = 50);                   -- room for updates in place: this is where a busy ledger writes
    -- These columns never change, so updates stay heap-only.
    create index balance_world on balance (platform_id, subaccount) where kind = 'WORLD';

    create table journal (
      platform_id uuid not null,
      id uuid not null,
      subject uuid not null,
      step text not null,
      fingerprint bytea not null,
      agent_id uuid,
      action_id uuid,
      created_at timestamptz(3) not null,
      number bigint generated always as identity,
      primary key (platform_id, id),
      unique (platform_id, subject, step)
    );
    create index journal_number on journal (number);

    create table posting (
      platform_id uuid not null,
      journal_id uuid not null,
      line smallint not null,
      balance_id uuid not null,
      part text not null,
      currency text not null,
      amount bigint not null,
      primary key (platform_id, journal_id, line)
    );`;

const internalAccounts = `
    create table internal_account (
      platform_id uuid not null,
      id uuid not null,
      customer_id uuid,
      type text not null,
      currency text not null,
      status text not null,
      serial bigint not null,
      funding json not null,
      coordinates_due boolean not null,
      private_enabled boolean,
      revision int not null default 1,
      created_at timestamptz(3) not null,
      primary key (platform_id, id),
      unique nulls not distinct (platform_id, customer_id, type, currency)
    );
    create index internal_account_of_customers on internal_account (platform_id, created_at desc, id desc)
      where customer_id is not null;
    create index internal_account_of_customer on internal_account (platform_id, customer_id, created_at desc, id desc)
      where customer_id is not null;
    create index internal_account_of_currency on internal_account (platform_id, currency, created_at desc, id desc)
      where customer_id is not null;
    create index internal_account_without_coordinates on internal_account (platform_id, id)
      where coordinates_due and status in ('ACTIVE', 'FROZEN');
    create sequence internal_account_serial;

    create table internal_account_count (
      platform_id uuid not null,
      currency text not null,
      type text not null,
      part smallint not null,
      count bigint not null,
      primary key (platform_id, currency, type, part)
    ) with (fillfactor = 50);

    create table wallet (
      platform_id uuid not null,
      account_id uuid not null,
      mnemonic bytea not null,
      bootstrapped_at timestamptz(3),
      primary key (platform_id, account_id)
    );`;

const externalAccounts = `
    create table external_account (
      platform_id uuid not null,
      id uuid not null,
      customer_id uuid,
      owner_id uuid not null generated always as (coalesce(customer_id, platform_id)) stored,
      status smallint not null,
      currency text not null,
      account_type text not null,
      details bytea,
      identity bytea not null,
      platform_account_id text,
      ownership_type smallint,
      name_check smallint,
      verified_name bytea,
      trusted_at timestamptz(3),
      is_uma_default boolean not null default false,
      version bigint not null default 1,
      created_at timestamptz(3) not null,
      deleted_at timestamptz(3),
      primary key (platform_id, id),
      check (details is not null or deleted_at is not null)
    );
    create unique index external_account_identity on external_account (platform_id, owner_id, identity) where deleted_at is null;
    create unique index external_account_uma_default on external_account (platform_id, owner_id)
      where is_uma_default and deleted_at is null;
    create index external_account_list on external_account (platform_id, created_at desc, id desc) where deleted_at is null;
    create index external_account_list_of_currency on external_account (platform_id, currency, created_at desc, id desc)
      where deleted_at is null;
    create index external_account_list_of_owner on external_account (platform_id, owner_id, created_at desc, id desc)
      where deleted_at is null;
    create index external_account_list_of_owner_and_currency
      on external_account (platform_id, owner_id, currency, created_at desc, id desc) where deleted_at is null;
    create index external_account_unerased on external_account (platform_id, owner_id) where deleted_at is not null and details is not null;

    create table external_account_owner (
      platform_id uuid not null,
      owner_id uuid not null,
      accounts int not null,
      closed_at timestamptz(3),
      primary key (platform_id, owner_id)
    ) with (fillfactor = 80);

    create table external_account_count (
      platform_id uuid not null,
      currency text not null,
      part smallint not null,
      accounts bigint not null,
      primary key (platform_id, currency, part)
    ) with (fillfactor = 50);

    create table external_account_history (
      platform_id uuid not null,
      account_id uuid not null,
      number bigint generated always as identity,
      kind text not null,
      status smallint not null,
      happened_at timestamptz(3) not null,
      request_id text not null,
      primary key (platform_id, account_id, number)
    );

    create table ownership_challenge (
      platform_id uuid not null,
      account_id uuid not null,
      id uuid not null,
      method text not null,
      message bytea,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      spent_at timestamptz(3),
      primary key (platform_id, account_id)
    );

    create table trust_challenge (
      platform_id uuid not null,
      account_id uuid not null,
      challenge_id uuid,
      is_trust boolean not null,
      primary key (platform_id, account_id)
    );

    create table counterparty_rules (
      platform_id uuid primary key,
      applies boolean not null
    );`;

const audit = `
    create table audit_generation (
      number int primary key,
      through bigint not null,
      begun_at timestamptz(3) not null
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

    create table audit_mark (
      round text primary key,
      platform_id uuid not null,
      id uuid not null
    );

    create table audit_finding (
      platform_id uuid not null,
      kind text not null,
      id uuid not null,
      finding text not null,
      primary key (platform_id, kind, id)
    );`;

export const accountsTables: Migration = {
  name: '0001-accounts',
  sql: [ledger, internalAccounts, externalAccounts, audit].join('\n'),
};
