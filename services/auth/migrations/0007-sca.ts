// Strong customer authentication: who failed how often, who is logged in, and what is still to be proved.
import type { Migration } from '../../kit/storage/migrations.ts';

export const scaTables: Migration = {
  name: '0007-sca',
  sql: `
    create table sca_customer (
      platform_id uuid not null,
      customer_id uuid not null,
      failed_attempts int not null default 0,
      locked_until timestamptz(3),
      session_expires_at timestamptz(3),
      session_ip bytea,                     -- sealed under the customer's key
      primary key (platform_id, customer_id)
    );

    create table sca_challenge (
      id uuid primary key,
      platform_id uuid not null,
      customer_id uuid not null,
      subject text not null,                -- LOGIN, QUOTE, TRUST
      subject_id uuid not null,             -- the customer, quote or account
      factor text not null,
      available_factors text[] not null,
      purpose text,
      agreement bytea not null,             -- sealed under the customer's key: what the text message says that the code is for
      phone bytea,                          -- sealed in the same way: where codes go
      state text not null,                  -- OPEN, PROVEN, ENDED
      wrong_proofs int not null default 0,
      attempted_at timestamptz(3),
      sends int not null default 0,
      sent_at timestamptz(3),
      proof_ip bytea,                       -- sealed in the same way
      created_at timestamptz(3) not null,
      expires_at timestamptz(3) not null
    );
    create unique index sca_challenge_open on sca_challenge (platform_id, subject, subject_id) where state = 'OPEN';
    create index sca_challenge_of_customer on sca_challenge (platform_id, customer_id, subject, created_at);
    create index sca_challenge_age on sca_challenge (created_at);`,
};
