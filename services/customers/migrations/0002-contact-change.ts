// Changes of a customer's contact that its credentials make too.
import type { Migration } from '../../kit/storage/migrations.ts';

export const contactChange: Migration = {
  name: '0002-contact-change',
  sql: `
    create table contact_change (
      id uuid primary key,                      -- of the signed operation
      platform_id uuid not null,
      customer_id uuid not null,
      state text not null check (state in ('BEGUN', 'CHANGED', 'CANCELLED'))
    );`,
};
