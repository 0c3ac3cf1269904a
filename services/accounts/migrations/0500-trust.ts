// What a customer was last asked to confirm about an account: that it is trusted, or no longer is.
import type { Migration } from '../../kit/storage/migrations.ts';

export const trust: Migration = {
  name: '0500-trust',
  sql: `
    create table trust_challenge (
      account_id uuid primary key,
      platform_id uuid not null,
      challenge_id uuid not null,
      is_trust boolean not null
    );`,
};
