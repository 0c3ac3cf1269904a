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
  `,
};
