// Rates in the database: taken once for each five minutes, and the same for everybody from then on.
import { sql } from 'kysely';
import type { Environment } from '../../kit/core/caller.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { parseDecimal, textOf } from '../domain/shared/decimal.ts';
import type { RateList } from '../rates/rate-source.ts';

/** Which five minutes. */
export interface Slot {
  readonly environment: Environment;
  readonly slot: Date;
}

interface SnapshotRow {
  taken_at: Date;
  worths: { currency: string; units: string; dollars: string }[];
}

export function rateSnapshotRows(db: Queryable) {
  return {
    async find({ environment, slot }: Slot): Promise<RateList | undefined> {
      const [row] = await db.query(sql<SnapshotRow>`
        select taken_at, worths from rate_snapshot where environment = ${environment} and slot = ${slot}`);
      return row && toList(row);
    },

    /** What is there already stays as it is. */
    async keep({ environment, slot }: Slot, { takenAt, worths }: RateList, wallNow: Date): Promise<void> {
      const texts = [...worths].map(([currency, { units, dollars }]) => {
        return { currency, units: textOf(units), dollars: textOf(dollars) };
      });
      await db.query(sql`
        insert into rate_snapshot (environment, slot, taken_at, worths, kept_at)
        values (${environment}, ${slot}, ${takenAt}, ${JSON.stringify(texts)}, ${wallNow})
        on conflict do nothing`);
    },
  };
}

function toList({ taken_at: takenAt, worths }: SnapshotRow): RateList {
  const entries = worths.map(({ currency, units, dollars }) => {
    return [currency, { units: parseDecimal(units), dollars: parseDecimal(dollars) }] as const;
  });
  return { takenAt, worths: new Map(entries) };
}
