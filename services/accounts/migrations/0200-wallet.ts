// Wallets: what stands behind the internal accounts of that type.
import type { Migration } from '../../kit/storage/migrations.ts';

export const wallet: Migration = {
  name: '0200-wallet',
  sql: `
    create table wallet (
      account_id uuid primary key,
      platform_id uuid not null,
      mnemonic bytea not null,                  -- sealed
      bootstrapped_at timestamptz(3)            -- null: none of its credentials was ever verified
    );`,
};
