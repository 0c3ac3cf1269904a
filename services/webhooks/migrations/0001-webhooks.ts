// The tables of the webhook service, described in `store/records.ts`.
import type { Migration } from '../../kit/storage/migrations.ts';

export const webhookTables: Migration = {
  name: '0001-webhooks',
  sql: `
    create table event (
      platform_id uuid not null,
      id uuid not null,
      resource text not null,
      sequence bigint not null,
      type text not null,
      customer_id uuid,
      body bytea not null,
      created_at timestamptz(3) not null,
      request_id text not null,
      traceparent text,
      accepted_at timestamptz(3) not null,
      primary key (platform_id, id),
      unique (platform_id, resource, sequence)
    );
    create index event_age on event (accepted_at);

    create table delivery (
      platform_id uuid not null,
      event_id uuid not null,
      position bigint generated always as identity,
      track text not null,
      state text not null check (state in ('PENDING', 'DELIVERED', 'DEAD', 'NO_ENDPOINT')),
      is_retried boolean not null,
      attempts int not null default 0,
      due_at timestamptz(3),
      give_up_at timestamptz(3) not null,
      claim int,
      clock_offset_ms bigint not null,
      primary key (platform_id, event_id) -- of an event, which is written and removed by the same statement: checks of a foreign key cost more
    ) with (fillfactor = 80);
    create index delivery_fresh on delivery (platform_id, position) where state = 'PENDING' and attempts = 0;
    create index delivery_retry on delivery (platform_id, due_at) where state = 'PENDING' and attempts > 0;
    create index delivery_dead on delivery (platform_id) where state = 'DEAD';
    create index delivery_list on delivery (platform_id, position desc);

    create table lane (
      platform_id uuid primary key,
      holder int not null,
      locked_until timestamptz(3) not null
    ) with (fillfactor = 50, vacuum_truncate = off); -- a queue: docs/decisions/0039

    create table attempt (
      platform_id uuid not null,
      event_id uuid not null,
      number int not null,
      started_at timestamptz(3) not null,
      duration_ms int not null,
      status int,
      failure text,
      response bytea,
      primary key (platform_id, event_id, number)
    );
    create index attempt_age on attempt (started_at);

    create table signing_key (
      id uuid primary key,
      environment text not null,
      public_key text not null,
      private_key bytea not null,
      created_at timestamptz(3) not null,
      not_before timestamptz(3) not null,
      unique (environment, not_before)
    );

    create table timeline (
      one boolean primary key check (one),
      number int not null,
      restored_at timestamptz(3)
    );`,
};
