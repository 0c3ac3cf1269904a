// Counts of a platform's customers per combination of filters, so that the total of a list of a million is available
// immediately. Every statement that creates customers, or changes counted columns, updates the counts in the same commit.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Customer } from '../domain/customer.ts';

/**
 * A statement that adds the sums of `difference` to the counts. `changes` are rows of customers: the counted columns, the id and the
 * difference. The counts are locked in one order, which prevents deadlocks.
 */
export function countsChanged(changes: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`
    insert into customer_count as known (platform_id, customer_type, region, currencies, is_deleted, part, count)
    select platform_id, customer_type, coalesce(region, ''), currencies, deleted_at is not null,
           get_byte(uuid_send(id), 15) % 16, sum(difference)
    from (${changes}) change group by 1, 2, 3, 4, 5, 6 having sum(difference) <> 0 order by 1, 2, 3, 4, 5, 6
    on conflict (platform_id, customer_type, region, currencies, is_deleted, part)
    do update set count = known.count + excluded.count`;
}

/** Whether a change of a customer affects the counts. */
export function isRecounted({ before, after }: { readonly before: Counted; readonly after: Counted }): boolean {
  return String(before.currencies) !== String(after.currencies) || !before.deletedAt !== !after.deletedAt;
}

/** Updates the counts for a locked customer, before the change is written. */
export async function recount(db: Queryable, after: Counted & Pick<Customer, 'platformId' | 'id'>): Promise<void> {
  const stored = sql`from customer where platform_id = ${after.platformId} and id = ${after.id}`;
  await db.query(
    countsChanged(sql`
      select platform_id, id, customer_type, region, currencies, deleted_at, -1 as difference ${stored}
      union all
      select platform_id, id, customer_type, region, ${after.currencies}::text[], ${after.deletedAt ?? null}::timestamptz, 1 ${stored}`),
  );
}

/** The mutable counted columns. */
type Counted = Pick<Customer, 'currencies' | 'deletedAt'>;
