// The statement of one account: its booked balance at two moments, and what each journal changed in it.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';

export interface StatementPeriod {
  readonly platformId: string;
  readonly accountId: string;
  /** Booked at this time or later. */
  readonly from: Date;
  /** Booked before this time. */
  readonly to: Date;
  /** Only ids after this one: ids contain the time of the booking, and are indexed. */
  readonly afterId: string;
}

export interface StatementPage extends StatementPeriod {
  /** Only ids before this one. */
  readonly beforeId: string;
  readonly limit: number;
}

export interface BookedBalances {
  readonly opening: bigint;
  readonly closing: bigint;
}

/** A journal that changed the booked balance. */
export interface BookedEntry {
  readonly id: string;
  readonly subject: string;
  readonly step: string;
  readonly createdAt: Date;
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

    /** Oldest first. Journals that only hold or release an amount are not among them: the booked balance includes held amounts. */
    entries: ({ platformId, accountId, from, to, afterId, beforeId, limit }: StatementPage): Promise<BookedEntry[]> =>
      db.query(sql<BookedEntry>`
        with change as (
          select platform_id, journal_id, sum(amount)::bigint as amount from posting
          where platform_id = ${platformId} and balance_id = ${accountId} and journal_id > ${afterId}::uuid
            and journal_id < ${beforeId}::uuid and part <> 'pendingIn'
          group by platform_id, journal_id having sum(amount) <> 0
        )
        select journal.id, subject, step, created_at as "createdAt", amount
        from change
        join journal on journal.platform_id = change.platform_id and journal.id = journal_id
        where journal.platform_id = ${platformId} and created_at >= ${from} and created_at < ${to}
        order by journal.id limit ${limit}`),
  };
}
