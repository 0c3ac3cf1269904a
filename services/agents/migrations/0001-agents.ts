// The tables of the agents service, described in `store/records.ts`.
import type { Migration } from '../../kit/storage/migrations.ts';

export const agentsTables: Migration = {
  name: '0001-agents',
  sql: `
    create table agent_owner (
      platform_id uuid not null,
      customer_id uuid not null,
      agents int not null check (agents >= 0),
      closed_at timestamptz(3),
      primary key (platform_id, customer_id)
    );

    create table agent (
      platform_id uuid not null,
      id uuid not null,
      customer_id uuid not null,
      name text not null,
      is_paused boolean not null,
      token_hash bytea,
      policy jsonb not null,
      usage_day text not null,
      daily_transaction_count bigint not null check (daily_transaction_count >= 0),
      daily_spend bigint not null check (daily_spend >= 0),
      monthly_spend bigint not null check (monthly_spend >= 0),
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3) check (deleted_at is null or token_hash is null),
      primary key (platform_id, id),
      unique (platform_id, token_hash),
      foreign key (platform_id, customer_id) references agent_owner (platform_id, customer_id)
    );
    create index agent_list on agent (platform_id, created_at desc, id desc) where deleted_at is null;
    create index agent_of_customer on agent (platform_id, customer_id);

    create table action (
      platform_id uuid not null,
      id uuid not null,
      agent_id uuid not null,
      customer_id uuid not null,
      platform_customer_id text not null,
      type text not null,
      state text not null,
      quote_id uuid,
      source text,
      destination text,
      transaction_id uuid not null,
      account_ids jsonb not null,
      ruled_by text,
      currency text not null,
      amount bigint not null check (amount > 0),
      spend_currency text,
      spend_amount bigint check (spend_amount >= 0),
      counted_at timestamptz(3),
      rejection_reason text,
      failure text,
      session_id uuid,
      secret bytea not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (platform_id, id),
      foreign key (platform_id, agent_id) references agent (platform_id, id) on delete cascade,
      check ((quote_id is null) = (source is not null and destination is not null)),
      check ((spend_currency is null) = (spend_amount is null) and (spend_currency is null) = (counted_at is null))
    );
    create index action_of_agent on action (platform_id, agent_id, created_at desc, id desc);
    create index action_pending on action (platform_id, created_at desc, id desc) where state = 'PENDING';
    create index action_of_transaction on action (platform_id, transaction_id);
    create unique index action_of_quote on action (platform_id, quote_id)
      where state in ('STARTING', 'SUBMITTING', 'PENDING', 'APPROVING', 'APPROVED');

    create table device_code (
      platform_id uuid not null,
      code_hash bytea not null,
      agent_id uuid not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      redeemed_at timestamptz(3),
      superseded_at timestamptz(3),
      primary key (platform_id, code_hash),
      foreign key (platform_id, agent_id) references agent (platform_id, id) on delete cascade
    );
    create index device_code_of_agent on device_code (platform_id, agent_id);

    create table agent_request (
      platform_id uuid not null,
      id uuid not null,
      agent_id uuid not null,
      operation text not null,
      request_id text not null,
      created_at timestamptz(3) not null,
      verdict text,
      code text,
      reason text,
      amount bigint,
      currency text,
      converted_amount bigint,
      converted_currency text,
      rate text,
      primary key (platform_id, id)
    );
    create index agent_request_list on agent_request (platform_id, created_at desc, id desc);
    create index agent_request_of_agent on agent_request (platform_id, agent_id, created_at desc, id desc);
    create index agent_request_age on agent_request (created_at);

    create table secret_directory (
      hash bytea primary key,
      platform_id uuid not null
    );`,
};
