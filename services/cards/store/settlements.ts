// Cash settlements with the card network.
import type { InferEntity } from '@mikro-orm/core';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, rowOf } from '../../kit/storage/tables.ts';
import { CardSettlementRecord } from './payment-records.ts';

export type Settlement = InferEntity<typeof CardSettlementRecord>;

export function settlementRows(db: Queryable) {
  return {
    /** False if it was reported before. */
    async insert(settlement: Settlement): Promise<boolean> {
      const insert = insertInto(CardSettlementRecord, [rowOf(CardSettlementRecord, settlement)]);
      const rows = await db.query(insert.onConflict((conflict) => conflict.doNothing()).returning('id'));
      return rows.length > 0;
    },
  };
}
