// Batches of customers without currencies of their own, which follow their platform.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { countsChanged } from './customer-counts.ts';

/** A batch of a platform's followers, ordered by id. */
export interface Stretch {
  readonly platformId: string;
  /** After this uuid. */
  readonly after: string;
  readonly limit: number;
}

export function followerRows(db: Queryable) {
  return {
    /** Adds missing currencies to a batch of followers. Returns the uuids of the batch, in order. */
    async enable({ platformId, after, limit }: Stretch, currencies: readonly string[], now: Date): Promise<string[]> {
      const rows = await db.query(sql<{ id: string }>`
        with stretch as (
          select * from customer
          where platform_id = ${platformId} and id > ${after} and not has_own_currencies and deleted_at is null
          order by id limit ${limit} for update
        ), enabled as (
          update customer set updated_at = ${now}, currencies = customer.currencies || array(
            select code from unnest(${currencies}::text[]) with ordinality as added (code, place)
            where code <> all (customer.currencies) order by place)
          from stretch
          where customer.platform_id = ${platformId} and customer.id = stretch.id and not customer.currencies @> ${currencies}::text[]
          returning customer.*, stretch.currencies as former
        ), counted as (${countsChanged(changes)})
        select id from stretch order by id`);
      return rows.map(({ id }) => id);
    },
  };
}

/** The changed customers, before and after. */
const changes = sql`
  select platform_id, id, customer_type, region, currencies, deleted_at, 1 as difference from enabled
  union all
  select platform_id, id, customer_type, region, former, deleted_at, -1 from enabled`;
