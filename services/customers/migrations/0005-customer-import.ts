// Imports of customers from files, and the files while they are needed.
import type { Migration } from '../../kit/storage/migrations.ts';

export const customerImport: Migration = {
  name: '0005-customer-import',
  sql: `
    create table upload_part (
      upload_id uuid not null,
      number int not null,
      platform_id uuid not null,
      bytes int not null,                       -- of its content
      blob_key text not null unique,            -- in the blob store
      is_stored boolean not null default false, -- its bytes are there, whole
      blob_seal bytea not null,                 -- the sealed key that the blob is sealed with
      primary key (upload_id, number)
    );

    create table customer_import (
      id uuid primary key,
      platform_id uuid not null,
      status text not null check (status in ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED')),
      upload_id uuid not null unique,
      columns text[],                           -- null: the file was not looked through yet
      position int not null,                    -- bytes up to the end of the last row that was handled
      total int not null,
      successful int not null,
      failed int not null,
      created_at timestamptz(3) not null,
      completed_at timestamptz(3)
    );
    create index customer_import_age on customer_import (completed_at);

    create table customer_import_error (
      import_id uuid not null references customer_import on delete cascade,
      row_number int not null,
      correlation_id text not null,
      code text not null,
      message text not null,
      details jsonb,
      primary key (import_id, row_number)
    );`,
};
