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
    /** Adds missing currencies to a batch of followers, in a transaction. Returns the uuids of the batch, in order. */
    async enable(stretch: Stretch, currencies: readonly string[], now: Date): Promise<string[]> {
      const added = { currencies, now };
      const rows = db.isDistributed ? await enableApart(db, stretch, added) : await db.query(enabling(stretch, added));
      return rows.map(({ id }) => id);
    },
  };
}

interface Id {
  readonly id: string;
}

interface Added {
  readonly currencies: readonly string[];
  readonly now: Date;
}

const enabling = ({ platformId, after, limit }: Stretch, { currencies, now }: Added) => sql<Id>`
  with stretch as (
    select * from customer
    where platform_id = ${platformId} and id > ${after} and not has_own_currencies and deleted_at is null
    order by id limit ${limit} for update
  ), enabled as (
    update customer set updated_at = ${now}, currencies = ${withAdded(currencies)}
    from stretch
    where customer.platform_id = ${platformId} and customer.id = stretch.id and not customer.currencies @> ${currencies}::text[]
    returning customer.*, stretch.currencies as former
  ), counted as (${countsChanged(changes)})
  select id from stretch order by id`;

/** The currencies of a customer with those that it does not have yet. */
const withAdded = (currencies: readonly string[]) => sql`
  customer.currencies || array(
    select code from unnest(${currencies}::text[]) with ordinality as added (code, place)
    where code <> all (customer.currencies) order by place)`;

/** The changed customers, before and after. */
const changes = sql`
  select platform_id, id, customer_type, region, currencies, deleted_at, 1 as difference from enabled
  union all
  select platform_id, id, customer_type, region, former, deleted_at, -1 from enabled`;

/** The same where the tables are distributed: one server runs each statement. The counts change before the customers, which are locked. */
async function enableApart(db: Queryable, { platformId, after, limit }: Stretch, { currencies, now }: Added): Promise<Id[]> {
  const stretch = await db.query(sql<Id>`
    select id from customer where platform_id = ${platformId} and id > ${after} and not has_own_currencies and deleted_at is null
    order by id limit ${limit} for update`);
  const ids = stretch.map(({ id }) => id);
  const changing = sql`
    platform_id = ${platformId} and id = any(${ids}::uuid[]) and not currencies @> ${currencies}::text[]`;
  await db.query(
    countsChanged(sql`
      select platform_id, id, customer_type, region, currencies, deleted_at, -1 as difference from customer where ${changing}
      union all
      select platform_id, id, customer_type, region, ${withAdded(currencies)}, deleted_at, 1 from customer where ${changing}`),
  );
  await db.query(sql`update customer set updated_at = ${now}, currencies = ${withAdded(currencies)} where ${changing}`);
  return stretch;
}
