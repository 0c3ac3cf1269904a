// Look-ups of receivers, for the few minutes in which quotes refer to them.
import type { Migration } from '../../kit/storage/migrations.ts';

export const lookup: Migration = {
  name: '0004-lookup',
  sql: `
    create table lookup (
      id uuid primary key,
      platform_id uuid not null,
      receiver text not null,               -- UMA address, or public id of an account
      accepted jsonb not null,              -- [{currency, min, max}], the preferred one first, amounts as text
      payer_fields jsonb not null,          -- [{name, isMandatory}]
      expires_at timestamptz(3) not null    -- the platform's time
    );

    create index lookup_expiry on lookup (expires_at);`,
};
