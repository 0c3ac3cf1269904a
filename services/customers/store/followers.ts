// Customers that named no currencies and so follow their platform, many at a time.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';

/** A stretch of a platform's followers, in the order of their ids. */
export interface Stretch {
  readonly platformId: string;
  /** Behind this uuid. */
  readonly after: string;
  readonly limit: number;
}

export function followerRows(db: Queryable) {
  return {
    /** Adds the currencies that a stretch of followers lacks, and returns the uuids of the whole stretch, in order. */
    async enable({ platformId, after, limit }: Stretch, currencies: readonly string[], now: Date): Promise<string[]> {
      const rows = await db.query(sql<{ id: string }>`
        with stretch as (
          select id from customer
          where platform_id = ${platformId} and id > ${after} and not has_own_currencies and deleted_at is null
          order by id limit ${limit} for update
        ), enabled as (
          update customer set updated_at = ${now}, version = version + 1, currencies = currencies || array(
            select code from unnest(${currencies}::text[]) with ordinality as added (code, place)
            where code <> all (currencies) order by place)
          where id in (select id from stretch) and not currencies @> ${currencies}::text[]
        )
        select id from stretch order by id`);
      return rows.map(({ id }) => id);
    },
  };
}
