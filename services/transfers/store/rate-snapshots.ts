// Rates in the database: one snapshot per five minutes.
import type { Environment } from '../../kit/core/caller.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, type Row, tablesOf } from '../../kit/storage/tables.ts';
import { parseDecimal, textOf } from '../domain/shared/decimal.ts';
import type { RateList } from '../rates/rate-source.ts';
import { RateSnapshotRecord } from './records.ts';

/** The five minutes. */
export interface Slot {
  readonly environment: Environment;
  readonly slot: Date;
}

const tables = tablesOf(RateSnapshotRecord);

export function rateSnapshotRows(db: Queryable) {
  return {
    async find({ environment, slot }: Slot): Promise<RateList | undefined> {
      const named = { environment, slot };
      const one = tables.selectFrom('rate_snapshot').where(({ and }) => and(named));
      const [row] = await db.query(one.selectAll());
      return row && toList(row);
    },

    /** Keeps an existing snapshot. */
    async keep(slot: Slot, { takenAt, worths }: RateList, wallNow: Date): Promise<void> {
      const texts = [...worths].map(([currency, { units, dollars }]) => {
        return { currency, units: textOf(units), dollars: textOf(dollars) };
      });
      const insert = insertInto(RateSnapshotRecord, [{ ...slot, taken_at: takenAt, worths: texts, kept_at: wallNow }]);
      await db.query(insert.onConflict((conflict) => conflict.doNothing()));
    },
  };
}

function toList({ taken_at: takenAt, worths }: Row<typeof RateSnapshotRecord>): RateList {
  const entries = worths.map(({ currency, units, dollars }) => {
    return [currency, { units: parseDecimal(units), dollars: parseDecimal(dollars) }] as const;
  });
  return { takenAt, worths: new Map(entries) };
}
