// Wallets as sources of cards, and the keys that sign for the two.
import type { Migration } from '../../kit/storage/migrations.ts';

export const delegatedKeyTables: Migration = {
  name: '0006-delegated-key',
  sql: `
    create table card_funding_source (
      id uuid primary key,
      platform_id uuid not null,
      card_id uuid not null,
      account_id uuid not null,
      unique (card_id, account_id)
    );

    create table delegated_key (
      id uuid primary key,                  -- also of the request that was signed for it as a signer
      platform_id uuid not null,
      funding_source_id uuid not null,
      card_id uuid not null,
      account_id uuid not null,
      customer_id uuid not null,            -- its owner
      nickname bytea not null,              -- sealed under the customer's key
      public_key text not null,             -- compressed hex
      private_key bytea,                    -- sealed in the same way; gone when the key is revoked
      policy_request_id uuid not null,      -- to be signed for what it may do
      status text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      unique (policy_request_id)
    );
    create unique index delegated_key_active on delegated_key (funding_source_id) where status = 'ACTIVE';
    create index delegated_key_of_customer on delegated_key (platform_id, customer_id);
    create index delegated_key_of_account on delegated_key (account_id, created_at desc, id desc);
    create index delegated_key_of_source on delegated_key (funding_source_id, created_at desc, id desc);`,
};
