// What the ledger has booked for no transaction that there is, and how far the audit has looked for it.
import type { Migration } from '../../kit/storage/migrations.ts';

export const straySubject: Migration = {
  name: '0015-stray-subject',
  sql: `
    create table audit_subject_mark (
      one boolean primary key default true check (one),
      platform_id uuid not null,            -- of the last subject that was looked at
      subject uuid not null
    );

    create table stray_subject (
      subject uuid primary key,             -- looked at again each time, until it is right
      platform_id uuid not null
    );`,
};
