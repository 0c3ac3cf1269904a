// Card transactions whose time has come: begun ones whose process has died, and authorizations that expire by their platform's clock.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { plusMs } from '../../kit/storage/times.ts';
import { heldMs } from '../domain/payment/due.ts';
import { openStates } from '../domain/payment/states.ts';
import type { AnonymousTransaction } from '../domain/payment/transaction.ts';
import type { PaymentRow } from './payment-records.ts';
import { asTransactions, fromPaymentRow } from './payment-row.ts';

/** `platformId`: only of this one. */
interface DueQuery {
  readonly platformId: string | undefined;
  readonly now: Date;
  readonly limit: number;
}

export function duePaymentRows(db: Queryable) {
  return {
    /** The platforms whose transactions are due, to be taken one by one. Undefined stands for all together. */
    placesDue: (now: Date, limit: number): Promise<readonly (string | undefined)[]> =>
      db.isDistributed ? platformsDueApart(db, now, limit) : Promise.resolve([undefined]),
    /** Takes some that are due by the wall. They are due no more, so that the same commit must add their jobs. */
    async take({ platformId, now, limit }: DueQuery): Promise<AnonymousTransaction[]> {
      const rows = await db.query(sql<PaymentRow>`
        with due as materialized (
          select platform_id, id from card_transaction
          where due_at <= ${now} ${isOf(platformId)} order by due_at limit ${limit} for update skip locked
        )
        update card_transaction taken set due_at = null from due
        where taken.platform_id = ${platformOr('due', platformId)} and taken.id = due.id returning taken.*`);
      return rows.map(fromPaymentRow);
    },
    /** The same for requested ones, whose process has died. */
    async takeOpenings({ platformId, now, limit }: DueQuery): Promise<AnonymousTransaction[]> {
      const rows = await db.query(sql<PaymentRow>`
        with due as materialized (
          select platform_id, id from card_opening
          where due_at <= ${now} ${isOf(platformId)} order by due_at limit ${limit} for update skip locked
        ), taken as (
          update card_opening set due_at = null from due
          where card_opening.platform_id = ${platformOr('due', platformId)} and card_opening.id = due.id returning card_opening.*
        )
        select card_transaction.* from taken opening ${asTransactions}`);
      return rows.map(fromPaymentRow);
    },
    /** The platform's clock now runs at least this far ahead of the wall: its authorizations expire earlier. */
    async moveClock(platformId: string, clockOffsetMs: number): Promise<void> {
      const expiry = plusMs(sql`authorized_at`, sql`${heldMs - clockOffsetMs}::bigint`);
      await db.query(sql`
        update card_transaction set due_at = ${expiry} where platform_id = ${platformId} and ${isOpen} and due_at > ${expiry}`);
    },
    /** When the next authorization of the platform expires, in the platform's time. */
    async nextOf(platformId: string): Promise<Date | undefined> {
      const [row] = await db.query(sql<{ at: Date | null }>`
        select min(authorized_at) as at from card_transaction
        where platform_id = ${platformId} and ${isOpen} and due_at is not null`);
      return row?.at ? new Date(row.at.getTime() + heldMs) : undefined;
    },
  };
}

const isOpen = sql`state in (${sql.join(openStates.map((state) => sql.lit(state)))})`;

const isOf = (platformId: string | undefined) => (platformId === undefined ? sql`` : sql`and platform_id = ${platformId}`);

/** A constant where one is known, for a distributed database. */
const platformOr = (table: string, platformId: string | undefined) =>
  platformId === undefined ? sql.ref(`${table}.platform_id`) : sql`${platformId}`;

/** Of the first due ones of both tables. */
async function platformsDueApart(db: Queryable, now: Date, limit: number): Promise<string[]> {
  const firstOf = (table: string) =>
    db.query(sql<Pick<PaymentRow, 'platform_id'>>`
      select platform_id from ${sql.table(table)} where due_at <= ${now} order by due_at limit ${limit}`);
  const rows = [...(await firstOf('card_transaction')), ...(await firstOf('card_opening'))];
  return [...new Set(rows.map((row) => row.platform_id))];
}
