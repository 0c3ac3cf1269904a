// Codes by which customers prove that their contacts are theirs.
import type { Migration } from '../../kit/storage/migrations.ts';

export const contactCode: Migration = {
  name: '0004-contact-code',
  sql: `
    create table contact_code (
      customer_id uuid not null references customer,
      channel text not null check (channel in ('email', 'phone')),
      id uuid not null unique,
      contact bytea not null,                   -- sealed: where it was sent
      code_hash bytea not null,                 -- keyed
      wrong_count int not null default 0,
      sent_at timestamptz(3) not null,
      primary key (customer_id, channel)
    );`,
};
