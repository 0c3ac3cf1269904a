// Invitations, and whether a platform may make them.
import type { Migration } from '../../kit/storage/migrations.ts';

export const invitationTable: Migration = {
  name: '0003-invitation',
  sql: `
    alter table platform add offers_invitations boolean not null default true;

    create table invitation (
      id uuid primary key,
      code text not null unique,
      platform_id uuid not null references platform,
      environment text not null check (environment in ('sandbox', 'production')),
      inviter_uma text not null,
      first_name text,
      amount_to_send bigint check (amount_to_send > 0),
      currency text not null,
      ended_as text check (ended_as in ('CLAIMED', 'CANCELLED')),
      ended_by uuid check ((ended_by is null) = (ended_as is null)),   -- the operation that ended it
      invitee_uma text check ((invitee_uma is null) = (ended_as is distinct from 'CLAIMED')),
      claimed_at timestamptz(3) check ((claimed_at is null) = (invitee_uma is null)),
      created_at timestamptz(3) not null,
      expires_at timestamptz(3)
    );
    create index invitation_ended on invitation (created_at) where ended_as is not null;
    create index invitation_end on invitation (expires_at);`,
};
