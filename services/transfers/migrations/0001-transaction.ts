// Quotes and transactions: one row for an outgoing transaction and its quote, one for each incoming one.
import type { Migration } from '../../kit/storage/migrations.ts';

export const transaction: Migration = {
  name: '0001-transaction',
  sql: `
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
      details jsonb not null,
      told bytea,
      primary key (platform_id, id),
      unique (platform_id, reference)
    ) with (fillfactor = 80);

    create unique index transaction_quote on transaction (platform_id, quote_id) where kind = 'PAYMENT';
    create index transaction_walk on transaction (id);
    create index transaction_list on transaction (platform_id, created_at desc, id desc);
    create index transaction_owner on transaction (platform_id, owner, created_at desc, id desc);
    create index transaction_sender on transaction (platform_id, sender, created_at desc, id desc);
    create index transaction_receiver on transaction (platform_id, receiver, created_at desc, id desc);
    create index transaction_sender_key on transaction (platform_id, sender_key) where sender_key is not null;
    create index transaction_receiver_key on transaction (platform_id, receiver_key) where receiver_key is not null;
    -- Not by the state, which each transition changes: updates would no longer be heap-only.
    create index transaction_suspended on transaction (platform_id, id) where refund_status = 'FAILED';
    create index transaction_lapse on transaction (lapses_at) where lapses_at is not null;

    -- How many transactions a platform (owner '') and each owner has. A platform's count is spread over slots: commits side by
    -- side would otherwise wait for one row.
    create table transaction_count (
      platform_id uuid not null,
      owner text not null,
      slot int not null,
      count bigint not null,
      primary key (platform_id, owner, slot)
    ) with (fillfactor = 50);`,
};
