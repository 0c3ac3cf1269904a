// Signed requests that settle after their first answer, codes that are sent once per request, and resends that are under way.
import type { Migration } from '../../kit/storage/migrations.ts';

export const settlementTables: Migration = {
  name: '0005-settlement',
  sql: `
    alter table signed_request
      add column settles_at timestamptz(3),     -- the platform's; PROCESSING was answered, and is until then
      add column settled boolean not null default false,
      add column message bytea;                 -- the request, sealed, while the service may have to settle it alone

    alter table otp_issuance add column sent_at timestamptz(3);

    create table otp_resend (
      credential_id uuid primary key references credential on delete cascade,
      issuance_id uuid not null,                -- of the code that it sends
      settles_at timestamptz(3) not null
    );`,
};
