// What was booked on the WORLD accounts of rails.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';

export interface WorldRange {
  readonly platformId: string;
  readonly rails: readonly string[];
  /** Only journals after this id and before the other: ids contain the time of the booking, and are indexed. */
  readonly afterId: string;
  readonly beforeId: string;
  readonly limit: number;
}

/** The line of a journal on a WORLD account. */
export interface StoredWorldPosting {
  /** Of the journal, as are the subject, the step and the time. */
  readonly id: string;
  readonly subject: string;
  readonly step: string;
  readonly createdAt: Date;
  readonly currency: string;
  /** Positive: the money left through the rail. */
  readonly amount: bigint;
}

export function worldPostingRows(db: Queryable) {
  return {
    /** In the order of the journals' ids. A journal has at most one such line, so that a page ends between two journals. */
    list: ({ platformId, rails, afterId, beforeId, limit }: WorldRange): Promise<StoredWorldPosting[]> =>
      db.query(sql<StoredWorldPosting>`
        with line as (
          select journal_id, currency, amount from posting
          where platform_id = ${platformId} and journal_id > ${afterId}::uuid and journal_id < ${beforeId}::uuid
            and balance_id = any(array(select id from balance
              where platform_id = ${platformId} and kind = 'WORLD' and subaccount = any(${rails}::text[])))
          order by journal_id limit ${limit}
        )
        select id, subject, step, created_at as "createdAt", currency, amount
        from line join journal on journal.platform_id = ${platformId} and id = journal_id
        order by id`),
  };
}
