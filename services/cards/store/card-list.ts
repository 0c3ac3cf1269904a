// Cards in lists: a page of those that match a filter, and their number.
import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { direction } from '../../kit/storage/keyset.ts';
import { propertiesOf } from '../../kit/storage/tables.ts';
import type { Card, CardState } from '../domain/card.ts';
import { fromRow } from './card-row.ts';
import { CardRecord, type CardRow } from './records.ts';

/** An undefined field filters nothing. */
export interface CardFilter {
  readonly platformId: string;
  /** uuid. */
  readonly cardholderId: string | undefined;
  /** uuid of one of the funding sources. */
  readonly accountId: string | undefined;
  readonly platformCardId: string | undefined;
  readonly state: CardState | undefined;
}

export interface Slice {
  /** The page begins after it. Undefined: the first page. */
  readonly after: Position | undefined;
  readonly limit: number;
  readonly isOldestFirst: boolean;
}

const columns = propertiesOf(CardRecord);

/** By creation. One card more than the limit if there are more. */
export function cardPage(db: Queryable) {
  return async (filter: CardFilter, { after, limit, isOldestFirst }: Slice): Promise<Card[]> => {
    const conditions = conditionsOf(filter);
    const beyond = isOldestFirst ? sql`>` : sql`<`;
    if (after) conditions.push(sql`(created_at, id) ${beyond} (${after.createdAt}, ${after.id}::uuid)`);
    const order = direction(isOldestFirst);
    const rows = await db.query(sql<CardRow>`
      select ${columns} from card where ${sql.join(conditions, sql` and `)}
      order by created_at ${order}, id ${order} limit ${limit + 1}`);
    return rows.map(fromRow);
  };
}

export function countCards(db: Queryable) {
  return async (filter: CardFilter): Promise<bigint> => {
    const [row] = await db.query(sql<{ count: bigint }>`
      select count(*) as count from card where ${sql.join(conditionsOf(filter), sql` and `)}`);
    return row?.count ?? 0n;
  };
}

function conditionsOf({ platformId, cardholderId, accountId, platformCardId, state }: CardFilter): RawBuilder<unknown>[] {
  const conditions = [sql`platform_id = ${platformId}`];
  if (cardholderId !== undefined) conditions.push(sql`cardholder_id = ${cardholderId}`);
  if (accountId !== undefined) conditions.push(sql`funding_sources @> ${JSON.stringify([{ accountId }])}::jsonb`);
  if (platformCardId !== undefined) conditions.push(sql`platform_card_id = ${platformCardId}`);
  if (state) conditions.push(sql`state = ${state}`);
  return conditions;
}
