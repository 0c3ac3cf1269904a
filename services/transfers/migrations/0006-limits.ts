// What may move: caps that the operator has set, and what of each day's is used.
import type { Migration } from '../../kit/storage/migrations.ts';

export const limits: Migration = {
  name: '0006-limits',
  sql: `
    create table volume_limit (
      platform_id uuid not null,
      sending_currency text not null,
      receiving_currency text not null,
      single_max bigint check (single_max > 0),
      daily_max bigint check (daily_max > 0),
      updated_at timestamptz(3) not null,
      primary key (platform_id, sending_currency, receiving_currency)
    );

    create table daily_volume (
      platform_id uuid not null,
      sending_currency text not null,
      receiving_currency text not null,
      day date not null,
      used bigint not null check (used >= 0),
      primary key (platform_id, sending_currency, receiving_currency, day)
    ) with (fillfactor = 50);
    create index daily_volume_age on daily_volume (day);`,
};
