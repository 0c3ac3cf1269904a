// The standing of customers: whether they may pay.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { apartBy, gatheredReads } from '../../kit/storage/gathered.ts';
import { type Row, unnest } from '../../kit/storage/tables.ts';
import { CustomerRecord } from './customer-records.ts';

type Key = Pick<Row<typeof CustomerRecord>, 'platform_id' | 'id'>;
type Found = Key & Pick<Row<typeof CustomerRecord>, 'platform_customer_id' | 'status' | 'deleted_at'>;

export interface Standing {
  readonly platformCustomerId: string;
  /** Verified and not deleted. */
  readonly isEligible: boolean;
}

/** Each payment of a card reads it, so concurrent reads are gathered. */
export function standings(db: Queryable): (platformId: string, id: string) => Promise<Standing | undefined> {
  const find = gatheredReads<Key, Found>({
    read: (keys) =>
      db.query(sql<Found>`
        select platform_id, id, platform_customer_id, status, deleted_at from customer
        join ${unnest(CustomerRecord, ['platform_id', 'id'], keys)} using (platform_id, id)`),
    nameOf: ({ platform_id: platformId, id }) => `${platformId} ${id}`,
    apart: apartBy(db, ({ platform_id: platformId }) => platformId),
  });
  return async (platformId, id) => {
    const found = await find({ platform_id: platformId, id });
    if (!found) return undefined;
    return {
      platformCustomerId: found.platform_customer_id,
      isEligible: found.status === 'APPROVED' && found.deleted_at === null,
    };
  };
}
