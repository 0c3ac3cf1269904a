// The tables that every service has, described in `records.ts` and `work-records.ts`. They precede the service's own migrations.
import type { Migration } from './migrations.ts';

export const kitMigrations: readonly Migration[] = [
  {
    name: 'kit-0001',
    sql: `
      create table job (
        platform_id uuid not null,
        id uuid not null default gen_random_uuid(),
        kind text not null,
        key text not null,
        environment text not null,
        clock_offset_ms bigint not null,
        payload jsonb not null,
        run_at timestamptz(3) not null,
        due_at timestamptz(3) not null,
        attempts int not null default 0,
        claim uuid,
        locked_until timestamptz(3),
        holder int,
        last_error text,
        failures int not null default 0,
        deaths int not null default 0,
        failing_since timestamptz(3),
        died_at timestamptz(3),
        request_id text not null,
        traceparent text,
        created_at timestamptz(3) not null,
        primary key (platform_id, id),
        unique (platform_id, kind, key)
      ) with (vacuum_truncate = off); -- shrinking a queue would lock out payments each minute
      create index job_due on job (due_at) where died_at is null;
      create index job_platform on job (platform_id, due_at) where died_at is null;
      create index job_failing on job (id) where failures > 0 and died_at is null;
      create index job_dead on job (id) where died_at is not null;

      create table outbox (
        platform_id uuid not null,
        id uuid not null,
        customer_id uuid,
        environment text not null,
        resource text not null,
        sequence bigint not null,
        type text not null,
        body bytea not null,
        is_sealed boolean not null default true,
        created_at timestamptz(3) not null,
        request_id text,
        traceparent text,
        attempts int not null default 0,
        claimed_until timestamptz(3),
        holder int,
        last_error text,
        failures int not null default 0,
        deaths int not null default 0,
        failing_since timestamptz(3),
        died_at timestamptz(3),
        primary key (platform_id, id),
        unique (platform_id, resource, sequence)
      ) with (fillfactor = 50, vacuum_truncate = off); -- a claim rewrites its row on the same page, without new index entries
      create index outbox_platform on outbox (platform_id, created_at) where died_at is null;
      create index outbox_dead on outbox (id) where died_at is not null;

      create table idempotency (
        platform_id uuid not null,
        scope text not null,
        key text not null,
        fingerprint bytea not null,
        operation_id uuid not null,
        lease_until timestamptz(3) not null,
        holder int not null,
        finished_at timestamptz(3),
        reply bytea,
        error bytea,
        expires_at timestamptz(3) not null,
        primary key (platform_id, scope, key)
      );
      create index idempotency_expiry on idempotency (expires_at);

      create table platform_clock (
        platform_id uuid primary key,
        offset_ms bigint not null
      );

      create table process (
        holder int primary key,
        master_key_id bytea not null,
        died_at timestamptz(3)
      );

      create table master_key (
        id bytea primary key,
        probe bytea not null,
        retired_at timestamptz(3)
      );

      create table audit_run (
        one boolean primary key default true check (one),
        holder int not null,
        locked_until timestamptz(3),
        looked_at timestamptz(3),
        found int
      );

      create table personal_key (
        platform_id uuid not null,
        customer_id uuid not null,
        key bytea,
        primary key (platform_id, customer_id)
      );

      create table snapshot_part (
        platform_id uuid not null,
        snapshot_id uuid not null,
        table_name text not null,
        number int not null,
        content text not null,
        primary key (platform_id, snapshot_id, table_name, number)
      );

      create table hash_key (
        id uuid primary key,
        key bytea not null,
        active_at timestamptz(3) not null,
        master_key_id bytea not null unique
      );

      create table resealing (
        table_name text not null,
        column_name text not null,
        master_key_id bytea not null,
        position text[],
        resealed bigint not null,
        finished_at timestamptz(3),
        primary key (table_name, column_name)
      );`,
  },
  {
    name: 'kit-0002',
    worksFrom: 'kit-0001',
    sql: 'create table placed_platform (platform_id uuid primary key);',
  },
];
