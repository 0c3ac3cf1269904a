// External accounts, who owns how many of them, and the counters of their lists.
import type { Migration } from '../../kit/storage/migrations.ts';

/**
 * `owner_id` is the customer, or the platform for its own accounts. What identifies an account is sealed in `details`; duplicates
 * are found by a keyed hash. An owner's row is locked by every change to its accounts, so its limit and its default hold.
 */
export const externalAccountMigration: Migration = {
  name: '0100-external-account',
  sql: `
    create table external_account (
      id uuid primary key,
      platform_id uuid not null,
      customer_id uuid,
      owner_id uuid not null generated always as (coalesce(customer_id, platform_id)) stored,
      status smallint not null,               -- payments.accounts.v1.ExternalAccountStatus
      currency text not null,
      account_type text not null,
      details bytea,                          -- sealed payments.accounts.v1.ExternalAccountInfo; null once erased
      identity bytea not null,
      platform_account_id text,
      ownership_type smallint,                -- payments.accounts.v1.OwnershipType
      name_check smallint,                    -- payments.accounts.v1.BeneficiaryVerificationStatus
      verified_name bytea,                    -- sealed
      version bigint not null default 1,
      created_at timestamptz(3) not null,
      deleted_at timestamptz(3),
      check (details is not null or deleted_at is not null)
    );
    create unique index external_account_identity on external_account (platform_id, owner_id, identity) where deleted_at is null;
    create index external_account_list on external_account (platform_id, created_at desc, id desc) where deleted_at is null;
    create index external_account_list_of_currency on external_account (platform_id, currency, created_at desc, id desc)
      where deleted_at is null;
    create index external_account_list_of_owner on external_account (platform_id, owner_id, created_at desc, id desc)
      where deleted_at is null;

    create index external_account_unerased on external_account (platform_id, owner_id) where deleted_at is not null and details is not null;

    create table external_account_owner (
      platform_id uuid not null,
      owner_id uuid not null,
      accounts int not null,                  -- those not deleted
      uma_default_id uuid,
      closed_at timestamptz(3),               -- the customer was deleted: no more accounts
      primary key (platform_id, owner_id)
    ) with (fillfactor = 80);

    create table external_account_count (     -- those not deleted; several rows, so that creates do not wait for each other
      platform_id uuid not null,
      currency text not null,
      part smallint not null,
      accounts bigint not null,
      primary key (platform_id, currency, part)
    ) with (fillfactor = 50);`,
};
