// What verification looks at and leaves behind: owners, documents, submissions, links to the hosted page.
import type { Migration } from '../../kit/storage/migrations.ts';

export const verification: Migration = {
  name: '0003-verification',
  sql: `
    create table beneficial_owner (
      id uuid primary key,
      platform_id uuid not null,
      customer_id uuid not null references customer,
      roles text[] not null,
      ownership_percentage int not null,
      personal_info bytea not null,             -- sealed under the customer's key
      status text not null,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create index beneficial_owner_newest on beneficial_owner (customer_id, created_at desc, id desc);

    create table document (
      id uuid primary key,
      platform_id uuid not null,
      customer_id uuid not null references customer,
      owner_id uuid references beneficial_owner,  -- the holder; null: the customer
      document_type text not null,
      side text,
      country text not null,
      details bytea not null,                   -- sealed under the customer's key: number, authority, name of the file, keys of the blobs
      blob_keys text[] not null,                -- in the blob store, in order
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create index document_newest on document (platform_id, created_at desc, id desc);
    create index document_of_customer on document (customer_id, created_at desc, id desc);
    create index document_of_owner on document (owner_id, created_at desc, id desc) where owner_id is not null;

    create table verification (
      id uuid primary key,
      platform_id uuid not null,
      customer_id uuid not null references customer,
      status text not null,
      errors jsonb not null,
      document_ids uuid[] not null,             -- those that were there when it was submitted
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null
    );
    create index verification_newest on verification (platform_id, created_at desc, id desc);
    create index verification_status_newest on verification (platform_id, status, created_at desc, id desc);
    create index verification_of_customer on verification (customer_id, created_at desc, id desc);
    create unique index verification_open on verification (customer_id) where status in ('IN_PROGRESS', 'PENDING_MANUAL_REVIEW');

    create table kyc_link (
      id uuid primary key,
      platform_id uuid not null,
      customer_id uuid not null references customer,
      token_hash bytea not null unique,
      redirect_uri text,
      expires_at timestamptz(3) not null,
      used_at timestamptz(3)
    );
    create index kyc_link_end on kyc_link (expires_at);`,
};
