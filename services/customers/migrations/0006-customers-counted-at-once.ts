// Customers that are made together are counted together.
import type { Migration } from '../../kit/storage/migrations.ts';

export const customersCountedAtOnce: Migration = {
  name: '0006-customers-counted-at-once',
  sql: `
    create function count_new_customers() returns trigger language plpgsql as $$
    begin
      insert into customer_count as known (platform_id, customer_type, region, currencies, is_deleted, part, count)
      select platform_id, customer_type, coalesce(region, ''), currencies, deleted_at is not null,
             get_byte(uuid_send(id), 15) % 16, count(*)
      from made group by 1, 2, 3, 4, 5, 6
      order by 1, 2, 3, 4, 5, 6             -- so that two such statements do not wait for each other in a circle
      on conflict (platform_id, customer_type, region, currencies, is_deleted, part)
      do update set count = known.count + excluded.count;
      return null;
    end
    $$;
    drop trigger customer_counted on customer;
    create trigger customer_counted after insert on customer
      referencing new table as made for each statement execute function count_new_customers();
    create trigger customer_uncounted after delete on customer
      for each row execute function keep_customer_count();`,
};
