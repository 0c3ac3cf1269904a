// The cards in the database.
import { LockMode } from '@mikro-orm/core';
import { sql } from 'kysely';
import { RecentMap } from '../../kit/core/recent-map.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { apartBy, gatheredReads } from '../../kit/storage/gathered.ts';
import type { Person } from '../../kit/storage/personal-keys.ts';
import { insertInto, propertiesOf, rowOf, tablesOf, unnest } from '../../kit/storage/tables.ts';
import type { Card } from '../domain/card.ts';
import { cardPage, countCards } from './card-list.ts';
import { fromRow, toRow } from './card-row.ts';
import { CardRecord, type CardRow } from './records.ts';

export function cardRows(db: Queryable) {
  const byId = readerById(db);
  const recent = new RecentMap<string, Card>(recentMax);
  /** Concurrent reads are gathered. */
  const find = async (platformId: string, id: string): Promise<Card | undefined> => {
    const row = await byId({ platformId, id });
    const card = row && fromRow(row);
    if (card) recent.set(`${platformId} ${id}`, card);
    return card;
  };
  return {
    find,
    /** As last seen by this process. What is decided on it must be written only if the card is still in its version. */
    findRecent: async (platformId: string, id: string): Promise<Card | undefined> =>
      recent.get(`${platformId} ${id}`) ?? find(platformId, id),
    forgetRecent: () => recent.clear(), // a restored platform has earlier versions again
    /** Like `find`. Locks the card until the transaction ends. */
    async lock(platformId: string, id: string): Promise<Card | undefined> {
      const row = await db.em.findOne(CardRecord, { platformId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      return row ? fromRow(row) : undefined;
    },
    /** False if the platform has a card with this id or `platformCardId`. */
    async insert(card: Card): Promise<boolean> {
      const insert = insertInto(CardRecord, [rowOf(CardRecord, toRow(card))]);
      const rows = await db.query(insert.onConflict((conflict) => conflict.doNothing()).returning('id'));
      return rows.length > 0;
    },
    /** Of a locked card. */
    async update(card: Card): Promise<void> {
      const { platformId, id } = card;
      Object.assign(await db.em.findOneOrFail(CardRecord, { platformId, id }), toRow(card));
    },
    async isPlatformCardIdInUse(platformId: string, platformCardId: string): Promise<boolean> {
      const named = { platform_id: platformId, platform_card_id: platformCardId };
      const rows = await db.query(
        tables
          .selectFrom('card')
          .select('id')
          .where(({ and }) => and(named)),
      );
      return rows.length > 0;
    },
    /** All cards of a customer, oldest first. */
    async ofCardholder({ platformId, customerId }: Person): Promise<Card[]> {
      const rows = await db.em.find(
        CardRecord,
        { platformId, cardholderId: customerId },
        { orderBy: { createdAt: 'asc', id: 'asc' } },
      );
      return rows.map(fromRow);
    },
    page: cardPage(db),
    count: countCards(db),
  };
}

const readerById = (db: Queryable) =>
  gatheredReads<Pick<CardRow, 'platformId' | 'id'>, CardRow>({
    read: (keys) =>
      db.query(sql<CardRow>`
        select ${columns} from card join ${unnest(CardRecord, ['platform_id', 'id'], keys.map(toKey))} using (platform_id, id)`),
    nameOf: ({ platformId, id }) => `${platformId} ${id}`,
    apart: apartBy(db, ({ platformId }) => platformId),
  });

const recentMax = 10_000;
const tables = tablesOf(CardRecord);
const columns = propertiesOf(CardRecord);
const toKey = ({ platformId, id }: Pick<CardRow, 'platformId' | 'id'>) => ({ platform_id: platformId, id });
