// Quotes and transactions: one row for an outgoing transaction and its quote, one for each incoming one.
import type { Migration } from '../../kit/storage/migrations.ts';

export const transaction: Migration = {
  name: '0001-transaction',
  sql: `
    create table transaction (
      id uuid primary key,
      platform_id uuid not null,
      environment text not null,
      clock_offset_ms bigint not null,
      kind text not null,
      state text not null,                  -- docs/payments.md has the states of each kind
      version bigint not null,              -- the sequence of its last webhook
      attempt int not null default 0,       -- holds that were tried; of a UMA payment, deadlines that its platform was given
      rail_checks int not null default 0,   -- requests to the rail for the state of the pull or payout
      arrived_amount bigint check (arrived_amount > 0),
      reserved_on date,                     -- the day, in UTC, whose volume it is counted in
      operation_id uuid,                    -- of the call that executed it
      quote_id uuid,
      owner text not null,                  -- public id of the customer, or of the platform
      platform_customer_id text not null,
      sender text,                          -- public ids of accounts, and keyed hashes of their primary identifiers
      sender_key bytea,
      receiver text not null,
      receiver_key bytea,
      sent_currency text not null,
      sent_amount bigint not null check (sent_amount > 0),
      received_currency text not null,
      received_amount bigint not null check (received_amount > 0),
      fees bigint not null check (fees >= 0),
      platform_fees bigint not null check (platform_fees >= 0 and platform_fees <= fees),
      reference text not null unique,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      expires_at timestamptz(3),            -- the platform's time
      lapses_at timestamptz(3),             -- the same instant on the wall, while nobody has taken the quote
      settled_at timestamptz(3),
      failure_reason text,
      refund_status text,
      refund_reason text,
      refund_initiated_at timestamptz(3),
      refund_settled_at timestamptz(3),
      pending_reason text,                  -- why a deposit that was seen is not there yet
      authorization_challenge jsonb,        -- the proof that a payment waits for
      receipt_confirmed_at timestamptz(3),
      on_chain jsonb,                       -- where its money has moved on a chain
      request_id text not null,
      details jsonb not null,               -- what is settled when it is made and is never searched for
      told bytea                            -- sealed: what people told of themselves and each other; null where nothing was told
    ) with (fillfactor = 80);

    create unique index transaction_quote on transaction (quote_id) where kind = 'PAYMENT';
    create index transaction_list on transaction (platform_id, created_at desc, id desc);
    create index transaction_owner on transaction (platform_id, owner, created_at desc, id desc);
    create index transaction_sender on transaction (platform_id, sender, created_at desc, id desc);
    create index transaction_receiver on transaction (platform_id, receiver, created_at desc, id desc);
    create index transaction_sender_key on transaction (platform_id, sender_key) where sender_key is not null;
    create index transaction_receiver_key on transaction (platform_id, receiver_key) where receiver_key is not null;
    create index transaction_suspended on transaction (platform_id, id) where state in ('SUSPENDED', 'CANCELLED_SUSPENDED', 'LATE_SUSPENDED');
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
