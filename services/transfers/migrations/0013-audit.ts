// How far the audit has looked, and what it has found: all processes go on from there.
import type { Migration } from '../../kit/storage/migrations.ts';

export const audit: Migration = {
  name: '0013-audit',
  sql: `
    create table audit_mark (
      walk text primary key,
      after_id uuid not null                -- the last transaction that was looked at
    );

    create table audit_finding (
      transaction_id uuid primary key       -- looked at again each time, until it is right
    );
    create index job_transaction on job ((payload ->> 'transactionId'));`,
};
