// Card transactions in lists: a page of those that match a filter, and their number.
import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { byPlatform } from '../../kit/storage/distributed.ts';
import type { Person } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { unnest } from '../../kit/storage/tables.ts';
import { type CardStatus, statesShownAs } from '../domain/payment/states.ts';
import type { CardTransaction } from '../domain/payment/transaction.ts';
import { PaymentRecord, type PaymentRow } from './payment-records.ts';
import { fromKeyedRow, type KeyedPaymentRow, keyedColumns } from './payment-row.ts';

/** An undefined field filters nothing. */
export interface PaymentFilter {
  readonly platformId: string;
  /** uuid. */
  readonly cardholderId?: string | undefined;
  readonly platformCustomerId?: string | undefined;
  /** uuids of accounts: of any transaction, of debits, of credits. */
  readonly accountId?: string | undefined;
  readonly debitedId?: string | undefined;
  readonly creditedId?: string | undefined;
  readonly status?: CardStatus | undefined;
  readonly from?: Date | undefined;
  readonly to?: Date | undefined;
}

export interface PaymentSlice {
  readonly after: Position | undefined;
  readonly limit: number;
  readonly isOldestFirst: boolean;
}

export interface CardSubject {
  readonly platformId: string;
  /** uuid. */
  readonly subject: string;
}

/** Maximum of rows that a count reads. */
const countedMax = 10_000;

export function paymentListRows(db: Queryable, secrets: Sealing) {
  const toTransactions = (rows: readonly KeyedPaymentRow[]) => rows.map((row) => fromKeyedRow(row, secrets));
  return {
    /** One more than the limit if there are more. */
    async page(filter: PaymentFilter, { after, limit, isOldestFirst }: PaymentSlice): Promise<CardTransaction[]> {
      const conditions = conditionsOf(filter);
      const beyond = isOldestFirst ? sql`>` : sql`<`;
      if (after) conditions.push(sql`(authorized_at, id) ${beyond} (${after.createdAt}::timestamptz, ${after.id}::uuid)`);
      const order = isOldestFirst ? sql`authorized_at, id` : sql`authorized_at desc, id desc`;
      const rows = await db.query(sql<KeyedPaymentRow>`
        select ${keyedColumns(filter.platformId)} from card_transaction where ${all(conditions)} order by ${order} limit ${limit + 1}`);
      return toTransactions(rows);
    },
    /** Undefined if there are too many to count. */
    async count(filter: PaymentFilter): Promise<bigint | undefined> {
      const [row] = await db.query(sql<{ count: bigint }>`
        select count(*) as count from (
          select from card_transaction where ${all(conditionsOf(filter))} limit ${countedMax + 1}) matches`);
      return row && row.count <= countedMax ? row.count : undefined;
    },
    /** With a shortfall, by id. `after`: the last of the previous page. */
    async owing(platformId: string, after: string | undefined, limit: number): Promise<CardTransaction[]> {
      const conditions = [sql`platform_id = ${platformId}`, sql`owed > 0`];
      if (after !== undefined) conditions.push(sql`id > ${after}`);
      const rows = await db.query(
        sql<KeyedPaymentRow>`select ${keyedColumns(platformId)} from card_transaction where ${all(conditions)} order by id limit ${limit}`,
      );
      return toTransactions(rows);
    },
    /** Those that are card transactions or settlements, of any platform. */
    async subjectsAmong(subjects: readonly CardSubject[]): Promise<CardSubject[]> {
      const run = (own: readonly CardSubject[]) => db.query(subjectsStatement(own));
      const rows = await byPlatform(db, subjects, { platformOf: ({ platformId }) => platformId, run });
      return rows.map(({ platform_id: platformId, id: subject }) => ({ platformId, subject }));
    },
    /** All of a customer, oldest first. */
    async ofCardholder({ platformId, customerId }: Person): Promise<CardTransaction[]> {
      const rows = await db.query(sql<KeyedPaymentRow>`
        select ${keyedColumns(platformId)} from card_transaction where ${all(conditionsOf({ platformId, cardholderId: customerId }))} order by authorized_at, id`);
      return toTransactions(rows);
    },
  };
}

function subjectsStatement(subjects: readonly CardSubject[]): RawBuilder<Pick<PaymentRow, 'platform_id' | 'id'>> {
  const keys = subjects.map(({ platformId, subject }) => ({ platform_id: platformId, id: subject }));
  const listed = unnest(PaymentRecord, ['platform_id', 'id'], keys);
  return sql`
    select platform_id, id from card_transaction join ${listed} using (platform_id, id)
    union all
    select platform_id, id from card_opening join ${listed} using (platform_id, id)
    union all
    select platform_id, id from card_settlement join ${listed} using (platform_id, id)`;
}

const all = (conditions: readonly RawBuilder<unknown>[]) => sql`${sql.join(conditions, sql` and `)}`;

function conditionsOf(filter: PaymentFilter): RawBuilder<unknown>[] {
  const { platformId, cardholderId, platformCustomerId, accountId, debitedId, creditedId, status, from, to } = filter;
  const conditions = [
    sql`platform_id = ${platformId}`,
    cardholderId && sql`cardholder_id = ${cardholderId}`,
    platformCustomerId !== undefined && sql`platform_customer_id = ${platformCustomerId}`,
    accountId && sql`account_id = ${accountId}`,
    debitedId && sql`account_id = ${debitedId} and direction = 'DEBIT'`,
    creditedId && sql`account_id = ${creditedId} and direction = 'CREDIT'`,
    status && sql`state = any(${statesShownAs(status)})`,
    from && sql`authorized_at >= ${from}`,
    to && sql`authorized_at <= ${to}`,
  ];
  return conditions.filter((condition) => typeof condition === 'object');
}
