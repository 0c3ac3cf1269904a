// The tables of the platform service, described in `store/records.ts`.
import type { Migration } from '../../kit/storage/migrations.ts';

export const platformTables: Migration = {
  name: '0001-platform',
  sql: `
    create table platform (
      platform_id uuid primary key,
      environment text not null check (environment in ('sandbox', 'production')),
      is_regulated boolean not null,
      offers_invitations boolean not null,
      uma_domain text,
      proxy_uma_subdomain text,
      webhook_endpoint text,
      settings jsonb not null,
      tokens text[] not null,
      clock_offset_ms bigint not null,
      version int not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      forked_from uuid
    );

    create table uma_name (
      kind text not null check (kind in ('umaDomain', 'proxyUmaSubdomain')),
      name text not null,
      platform_id uuid not null,
      claimed_at timestamptz(3) not null,
      primary key (kind, name)
    );

    create table clock_advance (
      platform_id uuid not null,
      operation_id uuid not null,
      target_offset_ms bigint not null,
      is_over boolean not null default false,
      created_at timestamptz(3) not null,
      primary key (platform_id, operation_id)
    );
    create index clock_advance_open on clock_advance (platform_id, target_offset_ms) where not is_over;
    create index clock_advance_age on clock_advance (created_at);

    create table snapshot (
      platform_id uuid not null,
      id uuid not null,
      name text,
      is_taken boolean not null,
      master_key_id bytea not null,
      created_at timestamptz(3) not null,
      primary key (platform_id, id)
    );

    create table invitation (
      platform_id uuid not null references platform,
      id uuid not null,
      code text not null,
      environment text not null check (environment in ('sandbox', 'production')),
      customer_id uuid not null,
      personal bytea not null,
      amount_to_send bigint check (amount_to_send > 0),
      currency text not null,
      ended_as text check (ended_as in ('CLAIMED', 'CANCELLED')),
      ended_by uuid check ((ended_by is null) = (ended_as is null)),
      claimed_at timestamptz(3) check ((claimed_at is null) = (ended_as is distinct from 'CLAIMED')),
      created_at timestamptz(3) not null,
      expires_at timestamptz(3),
      primary key (platform_id, id),
      unique (platform_id, code)
    );
    create index invitation_ended on invitation (created_at) where ended_as is not null;
    create index invitation_end on invitation (expires_at);
    create index invitation_of_customer on invitation (platform_id, customer_id);

    create table invitation_code (
      code text primary key,
      platform_id uuid not null
    );

    create table fault (
      platform_id uuid not null references platform,
      id uuid not null,
      type text not null,
      subject text,
      remaining int check (remaining > 0),
      millionths int,
      seed bigint not null,
      delay_ms int,
      seen_count bigint not null,
      created_at timestamptz(3) not null,
      primary key (platform_id, id)
    );

    create table logged_request (
      platform_id uuid not null,
      id uuid not null,
      number bigint not null,
      request_id text not null,
      method text not null,
      operation text not null,
      status int not null,
      error_code text,
      duration_ms int not null,
      token_id uuid,
      resources text[] not null,
      skipped_count int,
      path bytea not null,
      bodies bytea not null,
      created_at timestamptz(3) not null,
      primary key (platform_id, id),
      unique (platform_id, number)
    );
    create index logged_request_age on logged_request (created_at);

    create table request_count (
      platform_id uuid primary key,
      count bigint not null
    );`,
};
