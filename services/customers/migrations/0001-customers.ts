// Customers, and how many there are.
import type { Migration } from '../../kit/storage/migrations.ts';

export const customers: Migration = {
  name: '0001-customers',
  sql: `
    create table customer (
      id uuid primary key,
      platform_id uuid not null,
      platform_customer_id text not null,
      customer_type text not null check (customer_type in ('INDIVIDUAL', 'BUSINESS')),
      status text not null,
      uma_address text not null,
      region text,
      currencies text[] not null,
      has_own_currencies boolean not null,
      email_verification text,              -- null: not required
      phone_verification text,
      personal bytea,                       -- sealed under the customer's key: what it tells about itself; null once erased
      event_count bigint not null,
      version bigint not null default 1,
      created_at timestamptz(3) not null,
      updated_at timestamptz(3) not null,
      deleted_at timestamptz(3)
    );
    -- In this order: who breaks both is told of the first.
    create unique index customer_live_own_id on customer (platform_id, platform_customer_id) where deleted_at is null;
    create unique index customer_live_uma_address on customer (uma_address) where deleted_at is null;

    create index customer_newest on customer (platform_id, created_at desc, id desc);
    create index customer_live_newest on customer (platform_id, created_at desc, id desc) where deleted_at is null;
    create index customer_live_changed on customer (platform_id, updated_at) where deleted_at is null;
    create index customer_own_id on customer (platform_id, platform_customer_id);
    create index customer_uma_address on customer (uma_address);
    create index customer_region on customer (platform_id, region, created_at desc, id desc) where region is not null;
    create index customer_currencies on customer using gin (currencies);

    -- One row per combination of what lists are filtered by, in sixteen parts so that creations do not wait for each other.
    create table customer_count (
      platform_id uuid not null,
      customer_type text not null,
      region text not null,                 -- empty: none
      currencies text[] not null,
      is_deleted boolean not null,
      part smallint not null,
      count bigint not null,
      primary key (platform_id, customer_type, region, currencies, is_deleted, part)
    ) with (fillfactor = 50);

    create function count_customer(counted customer, difference int) returns void language sql as $$
      insert into customer_count
      values (counted.platform_id, counted.customer_type, coalesce(counted.region, ''), counted.currencies,
              counted.deleted_at is not null, get_byte(uuid_send(counted.id), 15) % 16, difference)
      on conflict (platform_id, customer_type, region, currencies, is_deleted, part)
      do update set count = customer_count.count + difference
    $$;
    create function keep_customer_count() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then perform count_customer(old, -1); end if;
      if tg_op <> 'DELETE' then perform count_customer(new, 1); end if;
      return null;
    end
    $$;
    create trigger customer_counted after insert or delete on customer
      for each row execute function keep_customer_count();
    create trigger customer_recounted after update on customer
      for each row when (old.currencies <> new.currencies or (old.deleted_at is null) <> (new.deleted_at is null))
      execute function keep_customer_count();`,
};
