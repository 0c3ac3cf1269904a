// API tokens, and the failures to present one.
import type { Migration } from '../../kit/storage/migrations.ts';

export const tokenTables: Migration = {
  name: '0001-token',
  sql: `
    create table api_token (
      id uuid primary key,
      platform_id uuid not null,
      name text not null,
      permissions int[] not null,
      client_id text not null unique,
      secret_hash bytea not null,           -- SHA-256
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create index api_token_list on api_token (platform_id, created_at desc, id desc);

    create table failed_attempt (
      client_id text primary key,
      since timestamptz(3) not null,        -- the wall's
      count int not null
    );`,
};
