// Proofs of ownership, trust, and the history of external accounts.
import type { Migration } from '../../kit/storage/migrations.ts';

export const ownership: Migration = {
  name: '0300-ownership',
  sql: `
    alter table external_account add column trusted_at timestamptz(3);  -- set: payments to it need no confirmation

    create table ownership_challenge (          -- the latest of an account
      account_id uuid primary key,
      platform_id uuid not null,
      id uuid not null,
      method text not null,                     -- WALLET_SIGNATURE, LIVENESS
      message bytea,                            -- sealed; what is to be signed
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      spent_at timestamptz(3)
    );

    create table external_account_history (     -- only added to
      platform_id uuid not null,
      account_id uuid not null,
      number bigint generated always as identity,
      kind text not null,                       -- CREATED, STATUS_CHANGED, CHALLENGED, PROVEN, PROOF_FAILED, DELETED
      status smallint not null,                 -- payments.accounts.v1.ExternalAccountStatus, after it
      happened_at timestamptz(3) not null,
      request_id text not null,
      primary key (platform_id, account_id, number)
    );

    create table counterparty_rules (           -- platforms that are, or were, subject to them
      platform_id uuid primary key,
      applies boolean not null
    );`,
};
