// How far platforms have asked their clocks to be moved.
import type { Migration } from '../../kit/storage/migrations.ts';

export const clockAdvance: Migration = {
  name: '0002-clock-advance',
  sql: `
    create table clock_advance (
      operation_id uuid primary key,        -- of the call: a repeat of it moves nothing further
      platform_id uuid not null,
      target_offset_ms bigint not null,
      is_over boolean not null default false, -- the clock is there, and all that fell due on the way has run
      created_at timestamptz(3) not null    -- the wall's
    );
    create index clock_advance_open on clock_advance (platform_id, target_offset_ms) where not is_over;
    create index clock_advance_age on clock_advance (created_at);`,
};
