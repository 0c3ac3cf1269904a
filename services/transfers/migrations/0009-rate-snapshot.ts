// What currencies were worth, for each five minutes in which somebody asked.
import type { Migration } from '../../kit/storage/migrations.ts';

export const rateSnapshot: Migration = {
  name: '0009-rate-snapshot',
  sql: `
    create table rate_snapshot (
      environment text not null,
      slot timestamptz(3) not null,         -- the start of the five minutes, in a platform's time
      taken_at timestamptz(3) not null,     -- likewise
      worths jsonb not null,                -- [{currency, units, dollars}], decimals as text
      kept_at timestamptz(3) not null,      -- on the wall
      primary key (environment, slot)
    );
    create index rate_snapshot_age on rate_snapshot (kept_at);`,
};
