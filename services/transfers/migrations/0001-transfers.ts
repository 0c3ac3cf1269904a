// The tables of the transfers service, described in `store/transaction-record.ts` and `store/records.ts`.
import type { Migration } from '../../kit/storage/migrations.ts';

const transactions = `
    create table transaction (
      platform_id uuid not null,
      id uuid not null,
      environment text not null,
      clock_offset_ms bigint not null,
      kind text not null,
      state text not null,
      version bigint not null,
      attempt int not null,
      rail_checks int not null,
      arrived_amount bigint check (arrived_amount > 0),
      reserved_on date,
      operation_id uuid,
      quote_id uuid,
      owner text not null,
      platform_customer_id text not null,
      sender text,
      sender_key bytea,
      receiver text not null,
      receiver_key bytea,
      sent_currency text not null,
      sent_amount bigint not null check (sent_amount > 0),
      received_currency text not null,
      received_amount bigint not null check (received_amount > 0),
      fees bigint not null check (fees >= 0),
      platform_fees bigint not null check (platform_fees >= 0 and platform_fees <= fees),
      reference text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      expires_at timestamptz(3),
      lapses_at timestamptz(3),
      settled_at timestamptz(3),
      failure_reason text,
      refund_status text,
      refund_reason text,
      refund_initiated_at timestamptz(3),
      refund_settled_at timestamptz(3),
      pending_reason text,
      authorization_challenge jsonb,
      receipt_confirmed_at timestamptz(3),
      on_chain jsonb,
      request_id text not null,
      agent_id uuid,
      action_id uuid,
      details jsonb not null,
      personal bytea,
      primary key (platform_id, id),
      unique (platform_id, reference)
    ) with (fillfactor = 80);
    create unique index transaction_quote on transaction (platform_id, quote_id) where kind = 'PAYMENT';
    create index transaction_walk on transaction (id);
    create index transaction_list on transaction (platform_id, created_at desc, id desc);
    create index transaction_owner on transaction (platform_id, owner, created_at desc, id desc);
    create index transaction_sender on transaction (platform_id, sender, created_at desc, id desc);
    create index transaction_receiver on transaction (platform_id, receiver, created_at desc, id desc);
    create index transaction_sender_key on transaction (platform_id, sender_key, created_at desc, id desc) where sender_key is not null;
    create index transaction_receiver_key on transaction (platform_id, receiver_key, created_at desc, id desc) where receiver_key is not null;
    create index transaction_platform_customer on transaction (platform_id, platform_customer_id, created_at desc, id desc);
    -- Not by state, because each transition changes it and updates would no longer be heap-only.
    create index transaction_suspended on transaction (platform_id, id) where refund_status = 'FAILED';
    create index transaction_lapse on transaction (lapses_at) where lapses_at is not null;
    create index transaction_platform_lapse on transaction (platform_id, expires_at) where lapses_at is not null;

    create table transaction_count (
      platform_id uuid not null,
      owner text not null,
      unit text not null,
      type text not null,
      status text not null,
      start timestamptz(3) not null,
      count bigint not null,
      primary key (platform_id, owner, unit, type, status, start)
    ) with (fillfactor = 90);

    create table transaction_count_change (
      platform_id uuid not null,
      number bigint generated always as identity,
      owner text not null,
      type text not null,
      created_at timestamptz(3) not null,
      was text,
      became text,
      primary key (platform_id, number)
    ) with (vacuum_truncate = off); -- a queue: docs/decisions/0039`;

const moneyOutside = `
    create table deposit (
      platform_id uuid not null,
      kind text not null check (kind in ('DEPOSIT', 'DEBIT', 'PULL_RETURN')),
      key text not null,
      transaction_id uuid not null,
      target text not null,
      rail text not null,
      currency text not null,
      amount bigint not null,
      created_at timestamptz(3) not null,
      primary key (platform_id, kind, key)
    );
    create index deposit_transaction on deposit (platform_id, transaction_id);

    create table invoice_payment (
      platform_id uuid not null,
      invoice bytea not null,
      transaction_id uuid not null,
      primary key (platform_id, invoice)
    );`;

const terms = `
    create table lookup (
      platform_id uuid not null,
      id uuid not null,
      receiver text not null,
      accepted jsonb not null,
      payer_fields jsonb not null,
      expires_at timestamptz(3) not null,
      primary key (platform_id, id)
    );
    create index lookup_expiry on lookup (expires_at);

    create table rate_snapshot (
      environment text not null,
      slot timestamptz(3) not null,
      taken_at timestamptz(3) not null,
      worths jsonb not null,
      kept_at timestamptz(3) not null,
      primary key (environment, slot)
    );
    create index rate_snapshot_age on rate_snapshot (kept_at);

    create table service_fee (
      platform_id uuid not null,
      sending_currency text not null,
      receiving_currency text not null,
      rail text not null,
      fixed bigint not null check (fixed >= 0),
      variable_bps int not null check (variable_bps >= 0 and variable_bps < 10000),
      counterparty_fixed bigint check (counterparty_fixed >= 0),
      primary key (platform_id, sending_currency, receiving_currency, rail)
    );

    create table volume_limit (
      platform_id uuid not null,
      sending_currency text not null,
      receiving_currency text not null,
      single_max bigint check (single_max > 0),
      daily_max bigint check (daily_max > 0),
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
    create index daily_volume_age on daily_volume (day);`;

const audit = `
    create table audit_mark (
      walk text primary key,
      after_id uuid not null
    );

    create table audit_finding (
      platform_id uuid not null,
      transaction_id uuid not null,
      primary key (platform_id, transaction_id)
    );
    create index job_transaction on job (platform_id, (payload ->> 'transactionId'));

    create table audit_subject_mark (
      one boolean primary key default true check (one),
      platform_id uuid not null,
      subject uuid not null
    );

    create table stray_subject (
      platform_id uuid not null,
      subject uuid not null,
      primary key (platform_id, subject)
    );`;

const activities = `
    create table activity (
      platform_id uuid not null,
      transaction_id uuid not null,
      number bigint generated always as identity,
      type text not null,
      name text not null,
      outcome text not null,
      result text,
      time timestamptz(3) not null,
      duration_ms int not null,
      request_id text not null,
      trace_id text,
      noted_at timestamptz(3) not null,
      primary key (platform_id, transaction_id, number)
    );
    create index activity_age on activity (noted_at);`;

export const transfersTables: Migration = {
  name: '0001-transfers',
  sql: [transactions, moneyOutside, terms, audit, activities].join('\n'),
};
