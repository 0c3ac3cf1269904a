// What passkeys and sign-in tokens are proven against, and what of them was used up.
import type { Migration } from '../../kit/storage/migrations.ts';

export const proofTables: Migration = {
  name: '0004-proof',
  sql: `
    create table passkey (
      credential_id uuid primary key references credential on delete cascade,
      rp_id_hash bytea not null,            -- SHA-256 of the relying party id
      public_key bytea not null,            -- SPKI
      counter bigint not null
    );

    create table used_registration (        -- challenges of registrations; they outlive their passkeys
      account_id uuid not null,
      challenge_hash bytea not null,        -- SHA-256
      credential_id uuid not null,
      primary key (account_id, challenge_hash)
    );

    create table passkey_challenge (
      id uuid primary key,
      credential_id uuid not null references credential on delete cascade,
      challenge text not null,
      client_public_key text not null,      -- as it was sent
      failures int not null default 0,
      consumed_at timestamptz(3),
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null
    );
    create index passkey_challenge_of_credential on passkey_challenge (credential_id, created_at desc);
    create index passkey_challenge_end on passkey_challenge (expires_at);

    create table oauth_identity (
      credential_id uuid primary key references credential on delete cascade,
      account_id uuid not null,
      identity bytea not null,              -- sealed under the customer's key: issuer, audience, subject
      identity_hash bytea not null,         -- keyed
      unique (account_id, identity_hash)
    );

    create table used_token (
      credential_id uuid not null references credential on delete cascade,
      token_hash bytea not null,            -- SHA-256
      expires_at timestamptz(3) not null,
      primary key (credential_id, token_hash)
    );
    create index used_token_end on used_token (expires_at);`,
};
