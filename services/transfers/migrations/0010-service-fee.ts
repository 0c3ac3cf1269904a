// What the operator's service takes of a platform's payments.
import type { Migration } from '../../kit/storage/migrations.ts';

export const serviceFee: Migration = {
  name: '0010-service-fee',
  sql: `
    create table service_fee (
      platform_id uuid not null,
      sending_currency text not null,
      receiving_currency text not null,
      rail text not null,                   -- '': all rails that have no fee of their own
      fixed bigint not null check (fixed >= 0),
      variable_bps int not null check (variable_bps >= 0 and variable_bps < 10000),
      counterparty_fixed bigint check (counterparty_fixed >= 0),
      updated_at timestamptz(3) not null,
      primary key (platform_id, sending_currency, receiving_currency, rail)
    );`,
};
