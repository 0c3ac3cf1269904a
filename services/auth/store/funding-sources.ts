// Wallets that fund cards, in the database.
import { LockMode } from '@mikro-orm/core';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto } from '../../kit/storage/tables.ts';
import type { FundingSource } from '../domain/delegated-key.ts';
import { FundingSourceRecord } from './delegated-key-records.ts';

export type FundingSources = ReturnType<typeof fundingSources>;

export function fundingSources(db: Queryable) {
  return {
    async find({ platformId, cardId, accountId }: Omit<FundingSource, 'id'>): Promise<FundingSource | undefined> {
      const row = await db.em.findOne(FundingSourceRecord, { platformId, cardId, accountId });
      return row ? { id: row.id, platformId, cardId, accountId } : undefined;
    },

    /** Locks it until the transaction ends: its keys are activated, and it is removed, under this lock. */
    async lock(platformId: string, id: string): Promise<void> {
      await db.em.findOne(FundingSourceRecord, { platformId, id }, { lockMode: LockMode.PESSIMISTIC_WRITE });
    },

    async insert({ id, platformId, cardId, accountId }: FundingSource): Promise<void> {
      const insert = insertInto(FundingSourceRecord, [{ platform_id: platformId, id, card_id: cardId, account_id: accountId }]);
      await db.query(insert.onConflict((conflict) => conflict.doNothing()));
    },

    async remove(platformId: string, id: string): Promise<void> {
      await db.em.nativeDelete(FundingSourceRecord, { platformId, id });
    },
  };
}
