// The keys that sign webhooks, per environment.
import type { Migration } from '../../kit/storage/migrations.ts';

export const signingKey: Migration = {
  name: '0002-signing-key',
  sql: `
    create table signing_key (
      id uuid primary key,
      environment text not null,
      public_key text not null,               -- SubjectPublicKeyInfo, PEM
      private_key bytea not null,             -- PKCS #8, DER, sealed
      created_at timestamptz(3) not null,     -- published from here on; the wall's, as below
      not_before timestamptz(3) not null,     -- first use
      unique (environment, not_before)
    );`,
};
