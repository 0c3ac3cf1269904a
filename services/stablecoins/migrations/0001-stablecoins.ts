// The tables of the stablecoins service, described in `store/records.ts`.
import type { Migration } from '../../kit/storage/migrations.ts';

export const stablecoinsTables: Migration = {
  name: '0001-stablecoins',
  sql: `
    create table provider_account (
      platform_id uuid not null,
      id uuid not null,
      provider text not null,
      provider_account_id text not null,
      status text not null check (status in ('ACTIVE', 'INVALID', 'REVOKED')),
      credentials bytea not null,
      linked_by uuid not null,
      verified_at timestamptz(3) not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (platform_id, id)
    );
    create unique index provider_account_live on provider_account (platform_id, provider, provider_account_id)
      where status <> 'REVOKED';
    create index provider_account_newest on provider_account (platform_id, created_at desc, id desc);

    create table stablecoin (
      platform_id uuid not null,
      id uuid not null,
      provider text not null,
      link_id uuid not null,
      provider_token_identifier text not null,
      network_token_identifier text not null,
      name text not null,
      symbol text not null,
      base_currency text not null,
      decimals int not null check (decimals >= 0),
      issuance_status text not null
        check (issuance_status in ('PENDING_REVIEW', 'PROVISIONING', 'PROVISIONED', 'REJECTED', 'FAILED')),
      service_status text not null
        check (service_status in ('NOT_ENABLED', 'PENDING_APPROVAL', 'ENABLING', 'ENABLED', 'DISABLED')),
      currency text,
      registered_by uuid not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (platform_id, id),
      foreign key (platform_id, link_id) references provider_account (platform_id, id)
    );
    create unique index stablecoin_provider_token on stablecoin (platform_id, link_id, provider_token_identifier)
      where issuance_status <> 'FAILED';
    create unique index stablecoin_network_token on stablecoin (platform_id, network_token_identifier)
      where issuance_status <> 'FAILED';
    create unique index stablecoin_symbol on stablecoin (platform_id, symbol) where issuance_status <> 'FAILED';
    create index stablecoin_newest on stablecoin (platform_id, created_at desc, id desc);

    create table operation (
      platform_id uuid not null,
      id uuid not null,
      kind text not null check (kind in ('MINT', 'BURN')),
      stablecoin_id uuid not null,
      status text not null check (status in
        ('CREATED', 'PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING', 'COMPLETED', 'FAILED', 'EXPIRED')),
      amount bigint not null check (amount > 0),
      cents bigint not null check (cents > 0),
      provider text not null,
      link_id uuid not null,
      provider_token_identifier text not null,
      source_type text not null,
      source_account_id uuid,
      destination_account_id uuid not null,
      rail text check ((rail is null) = (kind = 'MINT')),
      description bytea,
      attempts int not null,
      accepted_at timestamptz(3),
      funding jsonb,
      expires_at timestamptz(3),
      provider_statuses text[] not null,
      failure_reason text check ((failure_reason is null) = (status <> 'FAILED')),
      sandbox_outcome text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (platform_id, id),
      foreign key (platform_id, stablecoin_id) references stablecoin (platform_id, id),
      foreign key (platform_id, link_id) references provider_account (platform_id, id)
    );
    create index operation_newest on operation (platform_id, stablecoin_id, created_at desc, id desc);
    create index operation_open on operation (platform_id, id)
      where status in ('CREATED', 'PENDING_FUNDING', 'PENDING_PROVIDER', 'PROCESSING');

    create table operation_window (
      platform_id uuid primary key,
      since timestamptz(3) not null,
      operations int not null
    );

    create table audit_mark (
      walk text primary key,
      platform_id uuid not null,
      operation_id uuid not null
    );

    create table audit_finding (
      platform_id uuid not null,
      operation_id uuid not null,
      primary key (platform_id, operation_id)
    );

    create table network_token (
      environment text not null check (environment in ('sandbox', 'production')),
      token text not null,
      platform_id uuid not null,
      stablecoin_id uuid not null,
      claimed_at timestamptz(3) not null,
      primary key (environment, token)
    );
  `,
};
