// The tables of strong customer authentication, described in `store/sca-records.ts`.
export const strongAuthentication = `
    create table sca_customer (
      platform_id uuid not null,
      customer_id uuid not null,
      failed_attempts int not null default 0,
      locked_until timestamptz(3),
      session_expires_at timestamptz(3),
      session_ip bytea,
      phone bytea,
      primary key (platform_id, customer_id)
    );

    create table sca_totp (
      platform_id uuid not null,
      customer_id uuid not null,
      secret bytea not null,
      used_step int not null,
      recovery_hashes text[] not null,
      expires_at timestamptz(3) not null,
      enrolled_at timestamptz(3),
      primary key (platform_id, customer_id)
    );

    create table sca_passkey (
      platform_id uuid not null,
      customer_id uuid not null,
      relying_party_id text not null,
      challenge text,
      expires_at timestamptz(3),
      webauthn_id text,
      public_key bytea,
      counter bigint not null,
      enrolled_at timestamptz(3),
      primary key (platform_id, customer_id)
    );

    create table sca_reset (
      platform_id uuid not null,
      id uuid not null,
      customer_id uuid not null,
      factor text not null,
      state text not null,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      completed_at timestamptz(3),
      enrolled_at timestamptz(3),
      primary key (platform_id, id)
    );
    create index sca_reset_of_customer on sca_reset (platform_id, customer_id, created_at);
    create index sca_reset_age on sca_reset (created_at);

    create table sca_challenge (
      platform_id uuid not null,
      id uuid not null,
      customer_id uuid not null,
      subject text not null,
      subject_id uuid not null,
      factor text not null,
      available_factors text[] not null,
      webauthn_id text,
      purpose text,
      agreement bytea not null,
      phone bytea,
      state text not null,
      wrong_proofs int not null,
      attempted_at timestamptz(3),
      sends int not null,
      sent_at timestamptz(3),
      proof_ip bytea,
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null,
      primary key (platform_id, id)
    );
    create unique index sca_challenge_open on sca_challenge (platform_id, subject, subject_id) where state = 'OPEN';
    create index sca_challenge_of_customer on sca_challenge (platform_id, customer_id, subject, created_at);
    create index sca_challenge_age on sca_challenge (created_at);`;
