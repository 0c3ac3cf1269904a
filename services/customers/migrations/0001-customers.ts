// The tables of the customers service, described in `store/*-records.ts`.
import type { Migration } from '../../kit/storage/migrations.ts';

const customers = `
    create table customer (
      platform_id uuid not null,
      id uuid not null,
      platform_customer_id text not null,
      customer_type text not null check (customer_type in ('INDIVIDUAL', 'BUSINESS')),
      status text not null,
      uma_address text not null,
      region text,
      currencies text[] not null,
      has_own_currencies boolean not null,
      email_verification text,
      phone_verification text,
      personal bytea,
      event_count bigint not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3),
      primary key (platform_id, id)
    );
    -- In this order: if both are violated, the first is reported.
    create unique index customer_live_own_id on customer (platform_id, platform_customer_id) where deleted_at is null;
    create unique index customer_live_uma_address on customer (platform_id, uma_address) where deleted_at is null;

    create index customer_newest on customer (platform_id, created_at desc, id desc);
    create index customer_live_newest on customer (platform_id, created_at desc, id desc) where deleted_at is null;
    create index customer_changed on customer (platform_id, updated_at);
    create index customer_own_id on customer (platform_id, platform_customer_id);
    create index customer_uma_address on customer (platform_id, uma_address);
    create index customer_region on customer (platform_id, region, created_at desc, id desc) where region is not null;
    create index customer_currencies on customer using gin (currencies);

    create table customer_count (
      platform_id uuid not null,
      customer_type text not null,
      region text not null,
      currencies text[] not null,
      is_deleted boolean not null,
      part smallint not null,
      count bigint not null,
      primary key (platform_id, customer_type, region, currencies, is_deleted, part)
    ) with (fillfactor = 50);

    create table uma_address (
      uma_address text primary key,
      platform_id uuid not null,
      customer_id uuid not null,
      claimed_at timestamptz(3) not null
    );
    create index uma_address_of_customer on uma_address (platform_id, customer_id);

    create table contact_change (
      platform_id uuid not null,
      id uuid not null,
      customer_id uuid not null,
      state text not null check (state in ('BEGUN', 'CHANGED', 'CANCELLED')),
      primary key (platform_id, id)
    );

    create table contact_code (
      platform_id uuid not null,
      customer_id uuid not null,
      channel text not null check (channel in ('email', 'phone')),
      id uuid not null,
      contact bytea not null,
      code_hash bytea not null,
      wrong_count int not null,
      sent_at timestamptz(3) not null,
      primary key (platform_id, customer_id, channel),
      foreign key (platform_id, customer_id) references customer (platform_id, id)
    );`;

const verification = `
    create table beneficial_owner (
      platform_id uuid not null,
      id uuid not null,
      customer_id uuid not null,
      roles text[] not null,
      ownership_percentage int not null,
      personal_info bytea not null,
      status text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (platform_id, id),
      foreign key (platform_id, customer_id) references customer (platform_id, id)
    );
    create index beneficial_owner_newest on beneficial_owner (platform_id, customer_id, created_at desc, id desc);

    create table document (
      platform_id uuid not null,
      id uuid not null,
      customer_id uuid not null,
      owner_id uuid,
      document_type text not null,
      side text,
      country text not null,
      details bytea not null,
      blob_keys text[] not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (platform_id, id),
      foreign key (platform_id, customer_id) references customer (platform_id, id),
      foreign key (platform_id, owner_id) references beneficial_owner (platform_id, id)
    );
    create index document_newest on document (platform_id, created_at desc, id desc);
    create index document_of_customer on document (platform_id, customer_id, created_at desc, id desc);
    create index document_of_owner on document (platform_id, owner_id, created_at desc, id desc) where owner_id is not null;

    create table verification (
      platform_id uuid not null,
      id uuid not null,
      customer_id uuid not null,
      status text not null,
      errors jsonb not null,
      document_ids uuid[] not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      primary key (platform_id, id),
      foreign key (platform_id, customer_id) references customer (platform_id, id)
    );
    create index verification_newest on verification (platform_id, created_at desc, id desc);
    create index verification_status_newest on verification (platform_id, status, created_at desc, id desc);
    create index verification_of_customer on verification (platform_id, customer_id, created_at desc, id desc);
    create unique index verification_open on verification (platform_id, customer_id)
      where status in ('IN_PROGRESS', 'PENDING_MANUAL_REVIEW');

    create table kyc_link (
      platform_id uuid not null,
      id uuid not null,
      customer_id uuid not null,
      token_hash bytea not null,
      redirect_uri text,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3),
      primary key (platform_id, id),
      unique (platform_id, token_hash),
      foreign key (platform_id, customer_id) references customer (platform_id, id)
    );
    create index kyc_link_end on kyc_link (expires_at);

    create table kyc_token (
      token_hash bytea primary key,
      platform_id uuid not null,
      expires_at timestamptz(3) not null
    );
    create index kyc_token_end on kyc_token (expires_at);`;

const imports = `
    create table upload_part (
      platform_id uuid not null,
      upload_id uuid not null,
      number int not null,
      bytes int not null,
      blob_key text not null,
      is_stored boolean not null,
      blob_seal bytea not null,
      primary key (platform_id, upload_id, number)
    );

    create table customer_import (
      platform_id uuid not null,
      id uuid not null,
      status text not null check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')),
      upload_id uuid not null,
      columns text[],
      position int not null,
      total int not null,
      successful int not null,
      failed int not null,
      created_at timestamptz(3) not null,
      completed_at timestamptz(3),
      primary key (platform_id, id),
      unique (platform_id, upload_id)
    );
    create index customer_import_age on customer_import (completed_at);

    create table customer_import_error (
      platform_id uuid not null,
      import_id uuid not null,
      row_number int not null,
      correlation_id text not null,
      code text not null,
      message text not null,
      details jsonb,
      primary key (platform_id, import_id, row_number),
      foreign key (platform_id, import_id) references customer_import (platform_id, id) on delete cascade
    );`;

export const customersTables: Migration = {
  name: '0001-customers',
  sql: [customers, verification, imports].join('\n'),
};
