// The platforms and their configuration.
import type { Migration } from '../../kit/storage/migrations.ts';

export const platformTable: Migration = {
  name: '0001-platform',
  sql: `
    create table platform (
      id uuid primary key,
      environment text not null check (environment in ('sandbox', 'production')),
      is_regulated boolean not null,
      uma_domain text unique,
      proxy_uma_subdomain text unique,
      webhook_endpoint text,
      settings jsonb not null,              -- the rest of PlatformConfig, as proto3 JSON
      clock_offset_ms bigint not null default 0,
      version int not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );`,
};
