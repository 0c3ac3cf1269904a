// Events as they were accepted, how far each is on its way, what came of every attempt, and who delivers for which platform.
import type { Migration } from '../../kit/storage/migrations.ts';

export const event: Migration = {
  name: '0001-event',
  sql: `
    create table event (
      id uuid primary key,
      platform_id uuid not null,
      resource text not null,
      sequence bigint not null,
      type text not null,
      customer_id uuid,                       -- whom it concerns: body and responses are sealed under the key of the customer
      body bytea not null,                    -- sealed: what is signed and sent, at every attempt
      created_at timestamptz(3) not null,     -- the platform's time
      request_id text not null,
      accepted_at timestamptz(3) not null,    -- the wall's, as all times below
      unique (resource, sequence)
    );
    create index event_age on event (accepted_at);

    create table delivery (
      event_id uuid primary key references event on delete cascade,
      position bigint generated always as identity, -- first attempts leave in this order
      platform_id uuid not null,
      resource text not null,
      state text not null check (state in ('PENDING', 'DELIVERED', 'DEAD', 'NO_ENDPOINT')),
      is_retried boolean not null,
      attempts int not null default 0,        -- that have ended
      due_at timestamptz(3),                  -- of the next retry
      give_up_at timestamptz(3) not null,
      claim int                               -- the holder of the lane, who has it in hand
    ) with (fillfactor = 80);
    create index delivery_fresh on delivery (platform_id, position) where state = 'PENDING' and attempts = 0;
    create index delivery_retry on delivery (platform_id, due_at) where state = 'PENDING' and attempts > 0;

    create table lane (
      platform_id uuid primary key,
      holder int not null,                    -- the one process that delivers for this platform now
      locked_until timestamptz(3) not null
    ) with (fillfactor = 50);

    create table attempt (
      event_id uuid not null references event on delete cascade,
      number int not null,
      started_at timestamptz(3) not null,
      duration_ms int not null,
      status int,                             -- null when no HTTP answer came
      failure text,
      response bytea,                         -- sealed: the first 4 KiB
      primary key (event_id, number)
    );
    create index attempt_age on attempt (started_at);`,
};
