// Deliveries follow the clocks of their platforms: retries, and when they are given up.
import type { Migration } from '../../kit/storage/migrations.ts';

export const deliveryClock: Migration = {
  name: '0003-delivery-clock',
  sql: `
    alter table delivery add clock_offset_ms bigint not null default 0; -- of the platform: its time is the wall's and this
    create index delivery_list on delivery (platform_id, position desc);`,
};
