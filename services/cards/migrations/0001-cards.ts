// The tables of the cards service, described in `store/records.ts`.
import type { Migration } from '../../kit/storage/migrations.ts';

export const cardTables: Migration = {
  name: '0001-cards',
  sql: `
    create table card (
      platform_id uuid not null,
      id uuid not null,
      cardholder_id uuid not null,
      platform_card_id text not null,
      state text not null check (state in ('PENDING_KYC', 'PROCESSING', 'ACTIVE', 'FROZEN', 'CLOSED')),
      state_reason text check (state_reason in ('ISSUER_REJECTED', 'CLOSED_BY_PLATFORM', 'CLOSED_BY_SERVICE')),
      currency text not null check (currency in ('USD', 'EUR')),
      issued jsonb,
      funding_sources jsonb not null,
      max_spend bigint check (max_spend > 0),
      version bigint not null,
      changed_by uuid not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (platform_id, id),
      unique (platform_id, platform_card_id),
      check ((state_reason is null) = (state <> 'CLOSED'))
    );
    create index card_list on card (platform_id, created_at, id);
    create index card_of_cardholder on card (platform_id, cardholder_id, created_at, id);
    create index card_of_account on card using gin (funding_sources jsonb_path_ops);

    create table card_reveal (
      platform_id uuid not null,
      token_hash bytea not null,
      card_id uuid not null,
      token_id uuid not null,
      address text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      opened_at timestamptz(3),
      primary key (platform_id, token_hash)
    );
    create index card_reveal_age on card_reveal (created_at);`,
};
