// The tables of wallet signatures, described in `store/wallet-records.ts` and `store/delegated-key-records.ts`.
export const wallets = `
    create table wallet_session (
      platform_id uuid not null,
      id uuid not null,
      account_id uuid not null,
      customer_id uuid not null,
      credential_id uuid not null,
      type text not null,
      nickname bytea not null,
      webauthn_id text,
      public_key text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      revoked_at timestamptz(3),
      primary key (platform_id, id),
      unique (platform_id, account_id, public_key)
    );
    create index wallet_session_list on wallet_session (platform_id, account_id, created_at desc, id desc) where revoked_at is null;
    create index wallet_session_of_customer on wallet_session (platform_id, customer_id);
    create index wallet_session_of_credential on wallet_session (platform_id, credential_id) where revoked_at is null;
    create index wallet_session_end on wallet_session (expires_at);

    create table signed_request (
      platform_id uuid not null,
      id uuid not null,
      account_ids uuid[] not null,
      operation text not null,
      fingerprint bytea not null,
      payload bytea not null,
      session_id uuid,
      excluded_credential_id uuid,
      public_key text,
      state text not null,
      failures int not null default 0,
      taken_stamp bytea,
      signer_session_id uuid,
      signer_public_key text,
      lease_until timestamptz(3),
      holder int,
      settles_at timestamptz(3),
      settled boolean not null default false,
      message bytea,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      primary key (platform_id, id)
    );
    create index signed_request_identity on signed_request (platform_id, fingerprint);
    create index signed_request_end on signed_request (expires_at);

    create table wallet_audit (
      platform_id uuid not null,
      id bigint generated always as identity,
      at timestamptz(3) not null,
      kind text not null,
      subject uuid,
      public_key text,
      code text,
      primary key (platform_id, id)
    );
    create index wallet_audit_subject on wallet_audit (platform_id, subject);
    create index wallet_audit_age on wallet_audit (at);

    create table quorum_key (
      environment text primary key,
      private_key bytea not null
    );`;

export const delegatedKeys = `
    create table card_funding_source (
      platform_id uuid not null,
      id uuid not null,
      card_id uuid not null,
      account_id uuid not null,
      primary key (platform_id, id),
      unique (platform_id, card_id, account_id)
    );

    create table delegated_key (
      platform_id uuid not null,
      id uuid not null,
      funding_source_id uuid not null,
      card_id uuid not null,
      account_id uuid not null,
      customer_id uuid not null,
      nickname bytea not null,
      public_key text not null,
      private_key bytea,
      policy_request_id uuid not null,
      status text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (platform_id, id),
      unique (platform_id, policy_request_id)
    );
    create unique index delegated_key_active on delegated_key (platform_id, funding_source_id) where status = 'ACTIVE';
    create index delegated_key_of_customer on delegated_key (platform_id, customer_id);
    create index delegated_key_of_account on delegated_key (platform_id, account_id, created_at desc, id desc);
    create index delegated_key_of_source on delegated_key (platform_id, funding_source_id, created_at desc, id desc);`;
