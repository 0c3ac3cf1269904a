// The books of one platform, for its developers.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { StoredPosting } from './journals.ts';

export interface JournalPage {
  readonly platformId: string;
  readonly subject: string | undefined;
  /** Only journals before the one with this id. */
  readonly before: string | undefined;
  readonly limit: number;
}

export interface ShownJournal {
  readonly id: string;
  readonly subject: string;
  readonly step: string;
  readonly createdAt: Date;
  readonly postings: readonly StoredPosting[];
}

export interface HouseBalance {
  readonly kind: string;
  readonly subaccount: string;
  readonly currency: string;
  readonly available: bigint;
}

/** A posting with its journal. */
export type JournalLine = StoredPosting & Omit<ShownJournal, 'postings'>;

export function sandboxLedgerRows(db: Queryable) {
  return {
    /** Newest first. */
    async journals(page: JournalPage): Promise<ShownJournal[]> {
      const { platformId, limit } = page;
      const { order, conditions } = orderOf(page);
      const lines = await db.query(sql<JournalLine>`
        with page as (
          select id, number, subject, step, created_at from journal
          where ${sql.join([sql`platform_id = ${platformId}`, sql`fingerprint <> ''`, ...conditions], sql` and `)}
          order by ${order} desc limit ${limit}
        )
        select page.id, subject, step, created_at as "createdAt", balance_id as "balanceId", part, posting.currency, amount, kind, subaccount
        from page
        join posting on posting.platform_id = ${platformId} and posting.journal_id = page.id
        join balance on balance.platform_id = ${platformId} and balance.id = balance_id
        order by page.${order} desc, line`);
      return journalsIn(lines);
    },

    houses: (platformId: string, limit: number): Promise<HouseBalance[]> =>
      db.query(sql<HouseBalance>`
        select kind, subaccount, currency, available from balance
        where platform_id = ${platformId} and kind <> 'INTERNAL'
        order by kind, subaccount, currency limit ${limit}`),
  };
}

/** In the order of their lines. */
export function journalsIn(lines: readonly JournalLine[]): ShownJournal[] {
  return [...Map.groupBy(lines, ({ id }) => id).values()].flatMap((postings) => {
    const [first] = postings;
    return first ? [{ id: first.id, subject: first.subject, step: first.step, createdAt: first.createdAt, postings }] : [];
  });
}

/** Those of a subject in the order of booking. All others by their ids, which are indexed and contain the time of the booking. */
function orderOf({ platformId, subject, before }: JournalPage) {
  if (subject === undefined) return { order: sql.ref('id'), conditions: before === undefined ? [] : [sql`id < ${before}`] };
  const last = sql`(select number from journal where platform_id = ${platformId} and id = ${before})`;
  return {
    order: sql.ref('number'),
    conditions: [sql`subject = ${subject}`, ...(before === undefined ? [] : [sql`number < ${last}`])],
  };
}
