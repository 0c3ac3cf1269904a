// Lists of transactions: keyset pages over any mix of filters, and how many there are in all.
import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { kindsShownAs, statesShownAs, type Transaction } from '../domain/record/transaction.ts';
import { toRecord } from './transaction-row.ts';
import { type KeyedTransactionRow, keyedColumns } from './transaction-told.ts';

/** An account as a filter names it: by its id, or by the keyed hash of its primary identifier. */
export interface AccountFilter {
  readonly text: string;
  /** The keyed hashes that it may have been kept under. */
  readonly keys: readonly Buffer[];
}

/** All that are present must hold. */
export interface TransactionFilter {
  readonly platformId: string;
  readonly owner?: string;
  readonly platformCustomerId?: string;
  readonly sender?: AccountFilter;
  readonly receiver?: AccountFilter;
  readonly either?: AccountFilter;
  /** As it is shown. */
  readonly status?: string;
  readonly type?: string;
  readonly reference?: { readonly text: string; readonly isOfRefund: boolean };
  readonly from?: Date;
  readonly to?: Date;
}

export interface TransactionPage {
  readonly filter: TransactionFilter;
  /** The platform's time: what lies past its deadline is shown as expired. */
  readonly now: Date;
  readonly isAscending: boolean;
  readonly after?: Position;
  readonly limit: number;
}

export interface TransactionListRows {
  /** Up to `limit` + 1 of them. */
  page(page: TransactionPage): Promise<Transaction[]>;
  count(filter: TransactionFilter, now: Date): Promise<bigint>;
}

export function transactionListRows(db: Queryable, secrets: Sealing): TransactionListRows {
  return {
    page: async ({ filter, now, isAscending, after, limit }) => {
      const conditions = conditionsOf(filter, now);
      if (after) conditions.push(beyond(after, isAscending));
      const order = isAscending ? sql`created_at, id` : sql`created_at desc, id desc`;
      const rows = await db.query(sql<KeyedTransactionRow>`
        select ${keyedColumns} from transaction where ${sql.join(conditions, sql` and `)} order by ${order} limit ${limit + 1}`);
      return rows.map((row) => toRecord(row, secrets));
    },
    count: async (filter, now) => {
      const counted =
        countersFor(filter) ??
        sql`
        select count(*) as total from transaction where ${sql.join(conditionsOf(filter, now), sql` and `)}`;
      const [row] = await db.query(counted as RawBuilder<{ total: bigint }>);
      return row?.total ?? 0n;
    },
  };
}

/** A platform's or an owner's total is kept beside the rows; a narrower filter is counted over an index. */
function countersFor({ platformId, owner = '', ...others }: TransactionFilter): RawBuilder<unknown> | undefined {
  if (Object.values(others).some((value) => value !== undefined)) return undefined;
  return sql`
    select coalesce(sum(count), 0)::bigint as total from transaction_count where platform_id = ${platformId} and owner = ${owner}`;
}

function conditionsOf(filter: TransactionFilter, now: Date): RawBuilder<unknown>[] {
  const conditions: (RawBuilder<unknown> | undefined)[] = [
    sql`platform_id = ${filter.platformId}`,
    sql`state <> 'TENTATIVE'`,
    filter.owner === undefined ? undefined : sql`owner = ${filter.owner}`,
    filter.platformCustomerId === undefined ? undefined : sql`platform_customer_id = ${filter.platformCustomerId}`,
    filter.sender && isSender(filter.sender),
    filter.receiver && isReceiver(filter.receiver),
    filter.either && sql`(${isSender(filter.either)} or ${isReceiver(filter.either)})`,
    filter.status === undefined ? undefined : isShownAs(filter.status, now),
    filter.type === undefined ? undefined : sql`kind = any(${kindsShownAs(filter.type)})`,
    filter.reference && sql`reference = ${filter.reference.text}`,
    filter.reference?.isOfRefund ? sql`refund_status is not null` : undefined,
    filter.from && sql`created_at >= ${filter.from}`,
    filter.to && sql`created_at <= ${filter.to}`,
  ];
  return conditions.filter((condition) => condition !== undefined);
}

const isSender = ({ text, keys }: AccountFilter) => sql`(sender = ${text} or sender_key = any(${[...keys]}::bytea[]))`;
const isReceiver = ({ text, keys }: AccountFilter) => sql`(receiver = ${text} or receiver_key = any(${[...keys]}::bytea[]))`;

/** As `shownAt` in the domain has it: a quote that is open past its deadline is shown as expired. */
function isShownAs(status: string, now: Date): RawBuilder<unknown> {
  const isListed = sql`kind || ' ' || state = any(${statesShownAs(status)})`;
  const isOverdue = sql`(state = 'OPEN' and expires_at <= ${now})`;
  return status === 'EXPIRED' ? sql`(${isListed} or ${isOverdue})` : sql`(${isListed} and not ${isOverdue})`;
}

function beyond({ createdAt, id }: Position, isAscending: boolean): RawBuilder<unknown> {
  const place = sql`(${createdAt}::timestamptz, ${id}::uuid)`;
  return isAscending ? sql`(created_at, id) > ${place}` : sql`(created_at, id) < ${place}`;
}
