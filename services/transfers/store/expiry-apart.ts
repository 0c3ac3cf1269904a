// Expiry of quotes where the tables are distributed: a look finds the platforms, and one statement expires the quotes of each.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { addCountChanges } from './count-changes.ts';
import { type KeyedTransactionRow, keyedColumns } from './transaction-personal.ts';

/** Quotes to expire. */
export interface Expiring {
  readonly wallNow: Date;
  readonly limit: number;
  /** Required where the tables are distributed. */
  readonly platformId?: string | undefined;
}

/** As `expire`, of one platform. Must be called in a transaction. */
export async function expireApart(db: Queryable, { platformId, wallNow, limit }: Expiring): Promise<KeyedTransactionRow[]> {
  const rows = await db.query(sql<KeyedTransactionRow>`
    with lapsed as materialized (
      select id from transaction where platform_id = ${platformId} and lapses_at <= ${wallNow}
      order by lapses_at limit ${limit} for update skip locked
    )
    update transaction set state = 'EXPIRED', version = version + 1, updated_at = expires_at, lapses_at = null
    from lapsed where platform_id = ${platformId} and transaction.id = lapsed.id
    returning ${keyedColumns(platformId)}`);
  await addCountChanges(
    db,
    rows.map((of) => ({ of, ...expiry })),
  );
  return rows;
}

const expiry = { was: 'PENDING', became: 'EXPIRED' };

/** Maximum of quotes per look. */
const rowsMax = 1_000;

/** The platforms of the quotes that expired first. */
export async function lapsedPlatforms(db: Queryable, wallNow: Date): Promise<string[]> {
  const rows = await db.query(sql<{ platform: string }>`
    select platform_id as platform from transaction where lapses_at <= ${wallNow} order by lapses_at limit ${rowsMax}`);
  return [...new Set(rows.map(({ platform }) => platform))];
}
