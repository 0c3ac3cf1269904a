// Pages of external accounts read nothing but the accounts: the default stands in them, and each filter has its index.
import type { Migration } from '../../kit/storage/migrations.ts';

/** The owner of a default is unique among accounts that are not deleted: a second one cannot be, whatever the code does. */
export const externalAccountPages: Migration = {
  name: '0400-external-account-pages',
  sql: `
    alter table external_account add column is_uma_default boolean not null default false;
    update external_account account set is_uma_default = true from external_account_owner owner where owner.uma_default_id = account.id;
    alter table external_account_owner drop column uma_default_id;
    create unique index external_account_uma_default on external_account (platform_id, owner_id)
      where is_uma_default and deleted_at is null;
    create index external_account_list_of_owner_and_currency
      on external_account (platform_id, owner_id, currency, created_at desc, id desc) where deleted_at is null;`,
};
