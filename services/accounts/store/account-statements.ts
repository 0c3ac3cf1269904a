// The statement of one account: its booked balance at two moments, and what each journal changed in it.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { JournalPosition } from '../domain/statement-cursor.ts';

export interface StatementPeriod {
  readonly platformId: string;
  readonly accountId: string;
  /** Booked at this time or later. */
  readonly from: Date;
  /** Booked before this time. */
  readonly to: Date;
  /** Before the ids of all journals of the period. */
  readonly afterId: string;
}

export interface EntryRange {
  readonly platformId: string;
  readonly accountId: string;
  /** Only journals after this position. */
  readonly after: JournalPosition;
  /** Only ids after this one and before the other: ids contain the time of the booking, and are indexed. */
  readonly afterId: string;
  readonly beforeId: string;
  /** Absent: all. */
  readonly limit?: number;
}

export interface BookedBalances {
  readonly opening: bigint;
  readonly closing: bigint;
}

/** A journal that changed the booked balance. */
export interface BookedEntry extends JournalPosition {
  readonly id: string;
  readonly subject: string;
  readonly step: string;
  /** A credit is positive. */
  readonly amount: bigint;
}

export function accountStatementRows(db: Queryable) {
  return {
    /** The present balance without what was booked since each of the two moments. */
    async balances({ platformId, accountId, from, to, afterId }: StatementPeriod): Promise<BookedBalances | undefined> {
      const [row] = await db.query(sql<BookedBalances>`
        with since as (
          select sum(amount) as opening, sum(amount) filter (where created_at >= ${to}) as closing
          from posting
          join journal on journal.platform_id = posting.platform_id and journal.id = journal_id
          where posting.platform_id = ${platformId} and balance_id = ${accountId} and journal_id > ${afterId}::uuid
            and part <> 'pendingIn' and created_at >= ${from}
        )
        select (available + held - coalesce(opening, 0))::bigint as opening,
          (available + held - coalesce(closing, 0))::bigint as closing
        from balance cross join since where platform_id = ${platformId} and id = ${accountId}`);
      return row;
    },

    /** In the order of their ids. Journals that only hold or release an amount are not among them: the booked balance includes held amounts. */
    entries: ({ platformId, accountId, after, afterId, beforeId, limit }: EntryRange): Promise<BookedEntry[]> =>
      db.query(sql<BookedEntry>`
        with change as (
          select platform_id, journal_id, sum(amount)::bigint as amount from posting
          where platform_id = ${platformId} and balance_id = ${accountId} and journal_id > ${afterId}::uuid
            and journal_id < ${beforeId}::uuid and part <> 'pendingIn'
          group by platform_id, journal_id having sum(amount) <> 0
        )
        select journal.id, subject, step, created_at as "createdAt", number, amount
        from change
        join journal on journal.platform_id = change.platform_id and journal.id = journal_id
        where journal.platform_id = ${platformId} and (created_at, number) > (${after.createdAt}, ${after.number})
        order by journal.id limit ${limit ?? null}::bigint`),
  };
}
