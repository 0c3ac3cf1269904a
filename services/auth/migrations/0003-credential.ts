// Credentials of wallet accounts, their one-time codes, failed proofs and changes of contact.
import type { Migration } from '../../kit/storage/migrations.ts';

export const credentialTables: Migration = {
  name: '0003-credential',
  sql: `
    create table credential (
      id uuid primary key,
      platform_id uuid not null,
      account_id uuid not null,             -- a wallet account
      customer_id uuid not null,            -- its owner
      type text not null,
      nickname bytea not null,              -- sealed under the customer's key
      contact_hash bytea,                   -- keyed, of one-time codes: where they go, e-mail in lower case
      webauthn_id text,                     -- of a passkey, base64url
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      unique (account_id, webauthn_id)
    );
    create unique index credential_otp on credential (account_id, type) where contact_hash is not null;
    create index credential_list on credential (account_id, created_at, id);
    create index credential_of_customer on credential (customer_id) where contact_hash is not null;
    create index credential_contact on credential (platform_id, type, contact_hash) where contact_hash is not null;

    create table otp_issuance (
      id uuid primary key,
      credential_id uuid not null references credential on delete cascade,
      state text not null,
      code bytea,                           -- sealed; gone when the issuance ends
      target_public text not null,          -- uncompressed hex
      target_private bytea,                 -- sealed; gone when the issuance ends
      wrong_codes int not null default 0,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null
    );
    create unique index otp_issuance_open on otp_issuance (credential_id) where state = 'ISSUED';
    create index otp_issuance_of_credential on otp_issuance (credential_id, created_at desc);

    create table failed_proof (
      credential_id uuid primary key references credential on delete cascade,
      since timestamptz(3) not null,
      count int not null
    );

    create table contact_change (
      id uuid primary key,
      platform_id uuid not null,
      customer_id uuid not null,
      type text not null,
      contact_hash bytea not null,          -- keyed, e-mail in lower case
      nickname bytea not null,              -- sealed under the customer's key: the contact as it was written
      state text not null,
      created_at timestamptz(3) not null
    );
    create unique index contact_change_open on contact_change (platform_id, type, contact_hash) where state = 'PREPARED';
    create index contact_change_of_customer on contact_change (platform_id, customer_id);
    create index contact_change_age on contact_change (created_at) where state <> 'PREPARED';`,
};
