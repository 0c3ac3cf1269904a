// The tables that every service has: jobs, outbox, idempotent replies, platforms' clocks, processes, master keys, keys of persons. Each service puts these before its own migrations.
import type { Migration } from './migrations.ts';

export const kitMigrations: readonly Migration[] = [
  {
    name: 'kit-0001-job',
    sql: `
      create table job (
        id uuid primary key default gen_random_uuid(),
        kind text not null,
        key text not null,
        platform_id uuid,
        environment text,
        clock_offset_ms bigint not null default 0,
        payload jsonb not null,
        run_at timestamptz(3) not null,       -- the platform's time
        due_at timestamptz(3) not null,       -- the wall's
        attempts int not null default 0,
        claim uuid,                           -- who runs it; another claim makes a late finisher harmless
        locked_until timestamptz(3),          -- the wall's
        holder int,                           -- the process that runs it: when it is dead, the lease is free
        last_error text,
        failures int not null default 0,      -- unexpected errors since it last got anywhere
        failing_since timestamptz(3),         -- the wall's, of the first of them
        died_at timestamptz(3),               -- the wall's: nobody takes it any more, until it is retried
        request_id text,
        created_at timestamptz(3) not null,
        unique (kind, key)
      );
      create index job_due on job (due_at) where died_at is null;
      create index job_platform on job (platform_id, due_at) where died_at is null;
      create index job_dead on job (id) where died_at is not null;`,
  },
  {
    name: 'kit-0002-outbox',
    sql: `
      create table outbox (
        id uuid primary key,
        platform_id uuid not null,
        environment text not null,
        resource text not null,
        sequence bigint not null,
        type text not null,
        body bytea not null,
        customer_id uuid,                     -- whom it concerns: the body is sealed under the key of the customer
        is_sealed boolean not null default true, -- false for bodies that identify nobody: the ledger's balances
        created_at timestamptz(3) not null,
        request_id text,
        attempts int not null default 0,
        claimed_until timestamptz(3),         -- on the first row of a resource: the lease of the whole resource
        holder int,                           -- the process that has the lease
        last_error text,
        failures int not null default 0,      -- unexpected errors
        failing_since timestamptz(3),         -- the wall's, of the first of them
        died_at timestamptz(3),               -- the wall's: those that follow of its resource do not wait for it any more
        unique (resource, sequence)
      );
      create index outbox_age on outbox (created_at) where died_at is null;
      create index outbox_dead on outbox (id) where died_at is not null;`,
  },
  {
    name: 'kit-0003-idempotency',
    sql: `
      create table idempotency (
        platform_id uuid not null,
        scope text not null,
        key text not null,
        fingerprint bytea not null,
        operation_id uuid not null,
        lease_until timestamptz(3) not null,
        holder int not null,                  -- the process that runs the call
        finished_at timestamptz(3),
        reply bytea,
        error bytea,
        expires_at timestamptz(3) not null,
        primary key (platform_id, scope, key)
      );
      create index idempotency_expiry on idempotency (expires_at);`,
  },
  {
    name: 'kit-0004-platform-clock',
    sql: `
      -- How far platforms' clocks run ahead of the wall, as this service was told last; those that were never moved are not here.
      create table platform_clock (
        platform_id uuid primary key,
        offset_ms bigint not null
      );`,
  },
  {
    name: 'kit-0005-process',
    sql: `
      -- Processes that may hold leases of this service, so that one that starts knows of whom the last one left behind.
      create table process (
        holder int primary key,
        died_at timestamptz(3)                -- the wall's; forgotten when all its leases have lapsed
      );`,
  },
  {
    name: 'kit-0006-master-key',
    sql: `
      -- Master keys that something here was sealed with.
      create table master_key (
        id bytea primary key,
        probe bytea not null                  -- a known text, sealed with the key
      );`,
  },
  {
    name: 'kit-0007-audit',
    sql: `
      -- The process that audits this service just now, and what the last look found.
      create table audit_run (
        one boolean primary key default true check (one),
        holder int not null,
        locked_until timestamptz(3),          -- the wall's
        looked_at timestamptz(3),             -- the wall's
        found int
      );`,
  },
  {
    name: 'kit-0008-personal-key',
    sql: `
      -- Keys of customers, apart from what they seal, so that they can be left out of backups that are kept long: docs/data-protection.md.
      create table personal_key (
        platform_id uuid not null,
        customer_id uuid not null,
        key bytea,                            -- sealed; null once the customer was erased
        primary key (platform_id, customer_id)
      );`,
  },
];
