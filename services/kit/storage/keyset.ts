// Lists of administered records, newest first: the rows of one table that match conditions, and their total.
import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../messages/page.ts';
import type { Queryable } from './database.ts';
import { type Entity, propertiesOf, tableOf } from './tables.ts';

export interface Listing {
  readonly entity: Entity;
  /** In addition to those of the table. */
  readonly column?: RawBuilder<unknown>;
  /** Combined with AND. Never empty, because the platform is always a condition. */
  readonly conditions: readonly RawBuilder<unknown>[];
}

export interface Stretch {
  /** After this row. From the newest if undefined. */
  readonly after: Position | undefined;
  readonly limit: number;
}

/** One more than the limit if there are more. The indexes of the table cover the conditions, then (created_at, id). */
export function newest<Row>(db: Queryable, { entity, column, conditions }: Listing, { after, limit }: Stretch): Promise<Row[]> {
  const columns = column ? sql`${propertiesOf(entity)}, ${column}` : propertiesOf(entity);
  const all = after ? [...conditions, sql`(created_at, id) < (${after.createdAt}, ${after.id}::uuid)`] : conditions;
  return db.query(sql<Row>`
    select ${columns} from ${sql.table(tableOf(entity))} where ${sql.join(all, sql` and `)}
    order by created_at desc, id desc limit ${limit + 1}`);
}

/** Counted over an index. */
export async function countOf(db: Queryable, { entity, conditions }: Listing): Promise<bigint> {
  const counting = sql<{ count: bigint }>`
    select count(*) as count from ${sql.table(tableOf(entity))} where ${sql.join([...conditions], sql` and `)}`;
  const [row] = await db.query(counting);
  return row?.count ?? 0n;
}

/** Of an `order by`. */
export const direction = (isAscending: boolean): RawBuilder<unknown> => sql.raw(isAscending ? 'asc' : 'desc');
