// The tables of credentials and their proofs, described in `store/credential-records.ts` and `store/proof-records.ts`.
export const credentials = `
    create table credential (
      platform_id uuid not null,
      id uuid not null,
      account_id uuid not null,
      customer_id uuid not null,
      type text not null,
      nickname bytea not null,
      contact_hash bytea,
      webauthn_id text,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (platform_id, id),
      unique (platform_id, account_id, webauthn_id)
    );
    create unique index credential_otp on credential (platform_id, account_id, type) where contact_hash is not null;
    create index credential_list on credential (platform_id, account_id, created_at, id);
    create index credential_of_customer on credential (platform_id, customer_id);
    create index credential_contact on credential (platform_id, type, contact_hash) where contact_hash is not null;

    create table failed_proof (
      platform_id uuid not null,
      credential_id uuid not null,
      since timestamptz(3) not null,
      count int not null,
      primary key (platform_id, credential_id),
      foreign key (platform_id, credential_id) references credential on delete cascade
    );

    create table contact_change (
      platform_id uuid not null,
      id uuid not null,
      customer_id uuid not null,
      type text not null,
      contact_hash bytea not null,
      nickname bytea not null,
      state text not null,
      created_at timestamptz(3) not null,
      primary key (platform_id, id)
    );
    create unique index contact_change_open on contact_change (platform_id, type, contact_hash) where state = 'PREPARED';
    create index contact_change_of_customer on contact_change (platform_id, customer_id);
    create index contact_change_age on contact_change (created_at) where state <> 'PREPARED';`;

export const codes = `
    create table otp_issuance (
      platform_id uuid not null,
      id uuid not null,
      credential_id uuid not null,
      state text not null,
      code bytea,
      target_public text not null,
      target_private bytea,
      wrong_codes int not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      sent_at timestamptz(3),
      primary key (platform_id, id),
      foreign key (platform_id, credential_id) references credential on delete cascade
    );
    create unique index otp_issuance_open on otp_issuance (platform_id, credential_id) where state = 'ISSUED';
    create index otp_issuance_of_credential on otp_issuance (platform_id, credential_id, created_at desc);

    create table otp_resend (
      platform_id uuid not null,
      credential_id uuid not null,
      issuance_id uuid not null,
      settles_at timestamptz(3) not null,
      primary key (platform_id, credential_id),
      foreign key (platform_id, credential_id) references credential on delete cascade
    );`;

export const passkeys = `
    create table passkey (
      platform_id uuid not null,
      credential_id uuid not null,
      rp_id_hash bytea not null,
      public_key bytea not null,
      counter bigint not null,
      primary key (platform_id, credential_id),
      foreign key (platform_id, credential_id) references credential on delete cascade
    );

    create table used_registration (
      platform_id uuid not null,
      account_id uuid not null,
      challenge_hash bytea not null,
      credential_id uuid not null,
      primary key (platform_id, account_id, challenge_hash)
    );

    create table passkey_challenge (
      platform_id uuid not null,
      id uuid not null,
      credential_id uuid not null,
      challenge text not null,
      client_public_key text not null,
      failures int not null default 0,
      consumed_at timestamptz(3),
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      primary key (platform_id, id),
      foreign key (platform_id, credential_id) references credential on delete cascade
    );
    create index passkey_challenge_of_credential on passkey_challenge (platform_id, credential_id, created_at desc);
    create index passkey_challenge_end on passkey_challenge (expires_at);`;

export const identities = `
    create table oauth_identity (
      platform_id uuid not null,
      credential_id uuid not null,
      account_id uuid not null,
      identity bytea not null,
      identity_hash bytea not null,
      primary key (platform_id, credential_id),
      unique (platform_id, account_id, identity_hash),
      foreign key (platform_id, credential_id) references credential on delete cascade
    );

    create table used_token (
      platform_id uuid not null,
      credential_id uuid not null,
      token_hash bytea not null,
      expires_at timestamptz(3) not null,
      primary key (platform_id, credential_id, token_hash),
      foreign key (platform_id, credential_id) references credential on delete cascade
    );
    create index used_token_end on used_token (expires_at);`;
