// The tables of card transactions, described in `store/payment-records.ts`.
import type { Migration } from '../../kit/storage/migrations.ts';

export const cardTransactionTables: Migration = {
  name: '0002-card-transactions',
  sql: `
    create table card_transaction (
      platform_id uuid not null,
      id uuid not null,
      environment text not null,
      card_id uuid not null,
      card_version bigint not null,
      cardholder_id uuid not null,
      platform_customer_id text not null,
      account_id uuid not null,
      funding_currency text not null check (funding_currency in ('USD', 'USDB', 'EUR')),
      token text not null,
      direction text not null check (direction in ('DEBIT', 'CREDIT')),
      state text not null check (state in ('AUTHORIZED', 'PARTIALLY_SETTLED', 'SETTLED', 'EXPIRED', 'REFUNDED',
        'DECLINED', 'FAILED', 'PULL_FAILED', 'SHORT', 'WRITTEN_OFF')),
      decline_reason text,
      merchant bytea not null,
      currency text not null check (currency in ('USD', 'EUR')),
      authorized bigint not null check (authorized >= 0),
      settled bigint not null check (settled >= 0),
      returns jsonb not null,
      held bigint not null check (held >= 0),
      pulled bigint not null check (pulled >= 0),
      owed bigint not null check (owed >= 0),
      pulls int not null,
      pending_pulls jsonb not null,
      clearings int not null,
      happening jsonb,
      version bigint not null,
      authorized_at timestamptz(3) not null,
      last_event_at timestamptz(3),
      updated_at timestamptz(3) not null,
      due_at timestamptz(3),
      primary key (platform_id, id),
      unique (platform_id, token),
      check ((decline_reason is null) = (state <> 'DECLINED'))
    );
    create index card_transaction_list on card_transaction (platform_id, authorized_at, id);
    create index card_transaction_of_cardholder on card_transaction (platform_id, cardholder_id, authorized_at, id);
    create index card_transaction_of_account on card_transaction (platform_id, account_id, authorized_at, id);
    create index card_transaction_of_card on card_transaction (platform_id, card_id)
      where state in ('AUTHORIZED', 'PARTIALLY_SETTLED');

    create index card_transaction_owing on card_transaction (platform_id, id) where owed > 0;
    create index card_transaction_claiming on card_transaction (platform_id, id) where held > 0 or owed > 0;
    create index card_transaction_due on card_transaction (due_at) where due_at is not null;
    create index card_transaction_given on card_transaction (platform_id, id)
      where due_at is null and (happening is not null or state in ('AUTHORIZED', 'PARTIALLY_SETTLED'));

    create table card_opening (
      platform_id uuid not null,
      id uuid not null,
      card_id uuid not null,
      token text not null,
      draft jsonb not null,
      merchant bytea not null,
      due_at timestamptz(3),
      primary key (platform_id, id)
    ) with (vacuum_truncate = off); -- a queue: docs/decisions/0039
    create index card_opening_due on card_opening (due_at);

    create table card_report (
      platform_id uuid not null,
      event_id text not null,
      token text,
      transaction_id uuid not null,
      created_at timestamptz(3) not null,
      primary key (platform_id, event_id),
      unique (platform_id, token)
    );
    create index card_report_age on card_report (created_at);

    create table card_settlement (
      platform_id uuid not null,
      event_id text not null,
      id uuid not null,
      currency text not null,
      amount bigint not null,
      created_at timestamptz(3) not null,
      primary key (platform_id, event_id),
      unique (platform_id, id)
    );

    create table audit_mark (
      walk text primary key,
      platform_id uuid not null,
      transaction_id uuid not null
    );

    create table audit_finding (
      platform_id uuid not null,
      transaction_id uuid not null,
      primary key (platform_id, transaction_id)
    );`,
};
