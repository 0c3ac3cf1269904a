// Signed requests, the sessions that sign them, what became of both, and the key that clients of wallets trust.
import type { Migration } from '../../kit/storage/migrations.ts';

export const walletTables: Migration = {
  name: '0002-wallet',
  sql: `
    create table wallet_session (
      id uuid primary key,
      platform_id uuid not null,
      account_id uuid not null,
      customer_id uuid not null,            -- its owner
      credential_id uuid not null,          -- that issued it; its type and name are copied
      type text not null,
      nickname bytea not null,              -- sealed under the customer's key
      webauthn_id text,
      public_key text not null,             -- compressed hex
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3),
      unique (account_id, public_key)
    );
    create index wallet_session_list on wallet_session (account_id, created_at desc, id desc) where revoked_at is null;
    create index wallet_session_of_customer on wallet_session (platform_id, customer_id);
    create index wallet_session_end on wallet_session (expires_at);
    create index wallet_session_of_credential on wallet_session (credential_id) where revoked_at is null;

    create table signed_request (
      id uuid primary key,                  -- also of the operation that it is for
      platform_id uuid not null,
      account_ids uuid[] not null,
      operation text not null,
      fingerprint bytea not null,
      payload bytea not null,               -- sealed: it may contain an e-mail or a telephone number
      session_id uuid,                      -- the only one that may sign
      excluded_credential_id uuid,
      public_key text,                      -- the only one that may sign, of a session or not
      state text not null,
      failures int not null default 0,
      taken_stamp bytea,                    -- SHA-256 of the header that took it
      signer_session_id uuid,
      signer_public_key text,
      lease_until timestamptz(3),           -- the wall's
      holder int,                           -- the process that has the lease
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null
    );
    create index signed_request_end on signed_request (expires_at);
    create index signed_request_identity on signed_request (platform_id, fingerprint);

    create table wallet_audit (
      id bigint generated always as identity primary key,
      platform_id uuid not null,
      at timestamptz(3) not null,           -- the platform's time
      kind text not null,                   -- CHALLENGED, CODE_SENT, STAMP_ACCEPTED, STAMP_REFUSED, SESSION_OPENED
      subject uuid,                         -- the request, code or session; null for a text that another service keeps
      public_key text,                      -- compressed hex; null where none was named
      code text                             -- of a refusal
    );
    create index wallet_audit_subject on wallet_audit (subject);
    create index wallet_audit_age on wallet_audit (at);

    create table quorum_key (
      environment text primary key,
      private_key bytea not null            -- sealed
    );`,
};
