// The log of operators in the database. Processes add entries one after another: the sequence is the key.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, propertiesOf, rowOf } from '../../kit/storage/tables.ts';
import { emptyLog, entryAfter, type LogHead, type OperatorEntry, type Recorded } from '../domain/operator-log.ts';
import { OperatorEntryRecord, type OperatorEntryRow } from './operator-records.ts';

export interface OperatorLog {
  /** Returns the sequence of the new entry. Not in `write`: it would read the same last entry again. */
  append(recorded: Recorded, now: Date): Promise<bigint>;
  /** In the order of the sequence. */
  list(page: { after: bigint; limit: number }): Promise<OperatorEntry[]>;
  /** The last entry. */
  head(): Promise<LogHead>;
}

export function operatorLog(db: Queryable): OperatorLog {
  const head = async (): Promise<LogHead> => {
    const last = sql<LogHead>`select sequence, hash from operator_entry order by sequence desc limit 1`;
    const [row] = await db.query(last);
    return row ?? emptyLog;
  };
  return {
    head,
    async append(recorded, now) {
      for (;;) {
        const entry = entryAfter(await head(), recorded, now);
        const row = rowOf(OperatorEntryRecord, { ...entry, subjects: [...entry.subjects] });
        const insert = insertInto(OperatorEntryRecord, [row]).onConflict((conflict) => conflict.doNothing());
        const [added] = await db.query(insert.returning('sequence'));
        if (added) return entry.sequence;
      }
    },
    async list({ after, limit }) {
      const rows = await db.query(sql<OperatorEntryRow>`
        select ${propertiesOf(OperatorEntryRecord)} from operator_entry
        where sequence > ${after} order by sequence limit ${limit}`);
      return rows.map(toDomain);
    },
  };
}

function toDomain({ platformId, resultOf, code, ...row }: OperatorEntryRow): OperatorEntry {
  return { ...row, platformId: platformId ?? null, resultOf: resultOf ?? null, code: code ?? null };
}
