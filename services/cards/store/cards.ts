// The cards in the database.
import { LockMode } from '@mikro-orm/core';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Person } from '../../kit/storage/personal-keys.ts';
import { insertInto, rowOf, tablesOf } from '../../kit/storage/tables.ts';
import type { Card } from '../domain/card.ts';
import { cardPage, countCards } from './card-list.ts';
import { fromRow, toRow } from './card-row.ts';
import { CardRecord } from './records.ts';

export function cardRows(db: Queryable) {
  return {
    async find(platformId: string, id: string): Promise<Card | undefined> {
      const row = await db.em.findOne(CardRecord, { platformId, id });
      return row ? fromRow(row) : undefined;
    },
    /** Like `find`. Locks the card until the transaction ends. */
    async lock(platformId: string, id: string): Promise<Card | undefined> {
      const row = await db.em.findOne(CardRecord, { platformId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
      return row ? fromRow(row) : undefined;
    },
    /** Whether the card is still in this version. It stays so until the transaction ends. */
    async holds({ platformId, id, version }: Card): Promise<boolean> {
      const query = tables.selectFrom('card').select('id').where('platform_id', '=', platformId).where('id', '=', id);
      return (await db.query(query.where('version', '=', version).forShare())).length > 0;
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

const tables = tablesOf(CardRecord);
