// The books of one platform as reports: its journals by time, and its balances at a moment.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { type HouseBalance, type JournalLine, journalsIn, type ShownJournal } from './sandbox-ledger.ts';

export interface JournalRange {
  readonly platformId: string;
  /** Booked at this time or later. */
  readonly from: Date;
  /** Booked before this time. */
  readonly to: Date;
  /** Only ids after this one and before the other: ids contain the time of the booking, and are indexed. */
  readonly afterId: string;
  readonly beforeId: string;
  readonly limit: number;
}

export interface Moment {
  readonly platformId: string;
  /** Without bookings at this time or later. */
  readonly at: Date;
  /** Before the ids of all journals that were booked at that time or later. */
  readonly journalId: string;
  /** Only balances after the one with this id. */
  readonly afterId: string;
  readonly limit: number;
}

export interface BalanceThen extends HouseBalance {
  readonly id: string;
  readonly held: bigint;
  readonly pendingIn: bigint;
}

export function reportRows(db: Queryable) {
  return {
    /** Oldest first. */
    async journals({ platformId, from, to, afterId, beforeId, limit }: JournalRange): Promise<ShownJournal[]> {
      const lines = await db.query(sql<JournalLine>`
        with page as (
          select id, subject, step, created_at from journal
          where platform_id = ${platformId} and id > ${afterId}::uuid and id < ${beforeId}::uuid
            and created_at >= ${from} and created_at < ${to} and fingerprint <> ''
          order by id limit ${limit}
        )
        select page.id, subject, step, created_at as "createdAt", balance_id as "balanceId", part, posting.currency, amount, kind, subaccount
        from page
        join posting on posting.platform_id = ${platformId} and posting.journal_id = page.id
        join balance on balance.platform_id = ${platformId} and balance.id = balance_id
        order by page.id, line`);
      return journalsIn(lines);
    },

    /** The present balances, without what was booked since. In the order of their ids. */
    balances: ({ platformId, at, journalId, afterId, limit }: Moment): Promise<BalanceThen[]> =>
      db.query(sql<BalanceThen>`
        with page as (
          select id, kind, subaccount, currency, available, held, pending_in from balance
          where platform_id = ${platformId} and id > ${afterId}::uuid order by id limit ${limit}
        ), since as (
          select balance_id,
            sum(amount) filter (where part = 'available') as available,
            sum(amount) filter (where part = 'held') as held,
            sum(amount) filter (where part = 'pendingIn') as pending_in
          from journal
          join posting on posting.platform_id = journal.platform_id and posting.journal_id = journal.id
          where journal.platform_id = ${platformId} and journal.id > ${journalId}::uuid and created_at >= ${at}
            and balance_id in (select id from page)
          group by balance_id
        )
        select page.id, kind, subaccount, currency, (page.available - coalesce(since.available, 0))::bigint as available,
          (page.held - coalesce(since.held, 0))::bigint as held, (page.pending_in - coalesce(since.pending_in, 0))::bigint as "pendingIn"
        from page left join since on since.balance_id = page.id order by page.id`),
  };
}
