// Lists of transactions: keyset pages with any combination of filters, and their total.
import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { direction } from '../../kit/storage/keyset.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import type { Transaction } from '../domain/record/transaction.ts';
import { counted, isCounted, type Made, madeIn } from './transaction-counts.ts';
import { conditionsOf, indexedConditions, type TransactionFilter } from './transaction-filter.ts';
import { type KeyedTransactionRow, keyedColumns } from './transaction-personal.ts';
import { toRecord } from './transaction-row.ts';

export interface TransactionPage {
  readonly filter: TransactionFilter;
  /** The platform's time. Quotes after their deadline are shown as expired. */
  readonly now: Date;
  readonly isAscending: boolean;
  readonly after?: Position;
  readonly limit: number;
}

export interface TransactionListRows {
  /** Up to `limit` + 1 rows. */
  page(page: TransactionPage): Promise<Transaction[]>;
  /** Exact. Undefined if no counters cover the filter and too many rows would have to be read. */
  count(filter: TransactionFilter, now: Date): Promise<bigint | undefined>;
}

export function transactionListRows(db: Queryable, secrets: Sealing): TransactionListRows {
  return {
    page: async (page) => {
      const rows = (await rowsMade(db, page)) ?? (await db.query(anyRows(page)));
      return rows.map((row) => toRecord(row, secrets));
    },
    count: async (filter, now) => {
      if (!isCounted(filter)) return countFound(db, filter, now);
      const [row] = await db.query(counted(filter, now));
      return row?.total ?? 0n;
    },
  };
}

/** Maximum of rows that a count reads per index. */
export const lookedAtMax = 10_000;

async function countFound(db: Queryable, filter: TransactionFilter, now: Date): Promise<bigint | undefined> {
  const { platformId, from, to } = filter;
  const range = conditionsOf({ platformId, ...(from && { from }), ...(to && { to }) }, now);
  const passes = and(conditionsOf(filter, now));
  const looks = indexedConditions(filter).map(
    (condition) => sql`
      (select id, (${passes}) as passes from (
        select * from transaction where ${and([...range, condition])} limit ${lookedAtMax + 1}) looked_at)`,
  );
  const [row] = await db.query(sql<{ found: bigint; looked: bigint }>`
    select count(*) filter (where passes) as found, count(*) as looked from (${sql.join(looks, sql` union `)}) looks`);
  return row && row.looked <= lookedAtMax ? row.found : undefined;
}

/**
 * Matches by status or type can be rare, so only hours that contain some are read. Undefined for other filters, and if these hours do not fill
 * the page because counts have changed.
 */
async function rowsMade(db: Queryable, page: TransactionPage): Promise<KeyedTransactionRow[] | undefined> {
  const { filter, now, isAscending, after, limit } = page;
  if ((filter.status ?? filter.type) === undefined || !isCounted(filter)) return undefined;
  const behind = after && (isAscending ? { from: latest(filter.from, after) } : { to: earliest(filter.to, after) });
  const order = direction(isAscending);
  const found = await db.query(madeIn({ filter: { ...filter, ...behind }, now, order, limit: limit + 2 }));
  const times = enough(found, page);
  const rows = times.length > 0 ? await db.query(rowsWithin(times, page)) : [];
  const isAll = times.length === found.length && found.length < limit + 2;
  return isAll || rows.length > limit ? rows : undefined;
}

type Time = Pick<Position, 'createdAt'>;

const latest = (time: Date | undefined, { createdAt }: Time) => (time && time > createdAt ? time : createdAt);
const earliest = (time: Date | undefined, { createdAt }: Time) => (time && time < createdAt ? time : createdAt);

const justAfter = ({ createdAt }: Time) => new Date(createdAt.getTime() + 1);

/** The periods that fill a page. Matches in the period of the cursor do not count, because they may be before it. */
function enough(found: readonly Made[], { after, limit }: TransactionPage): Made[] {
  let sum = 0n;
  return found.filter((made) => {
    if (sum > limit) return false;
    if (!after || made.start > after.createdAt || made.until <= after.createdAt) sum += made.count;
    return true;
  });
}

/** Cuts periods at the cursor. With a row comparison, each period would read the index from the cursor on. */
function rowsWithin(times: readonly Made[], page: TransactionPage): RawBuilder<KeyedTransactionRow> {
  const { filter, now, isAscending, after } = page;
  const conditions = conditionsOf(filter, now);
  const { first } = partsOf(page);
  const starts = times.map(({ start }) => (after && isAscending ? latest(start, after) : start));
  const ends = times.map(({ until }) => (after && !isAscending ? earliest(until, { createdAt: justAfter(after) }) : until));
  if (after) conditions.push(sql`(created_at <> ${after.createdAt} or id ${sql.raw(isAscending ? '>' : '<')} ${after.id}::uuid)`);
  return rowsOf(
    page,
    sql`select id from (
      select page.* from unnest(${starts}::timestamptz[], ${ends}::timestamptz[]) as made (start, until) cross join lateral (
        select id, created_at from transaction
        where ${and(conditions)} and created_at >= made.start and created_at < made.until ${first}) page
      ${first}) ids`,
  );
}

/** If several indexed conditions apply, merges a page of each. */
function anyRows(page: TransactionPage): RawBuilder<KeyedTransactionRow> {
  const { conditions, first } = partsOf(page);
  const pages = indexedConditions(page.filter).map(
    (condition) => sql`(select id from transaction where ${and([...conditions, condition])} ${first})`,
  );
  if (pages.length > 1) return rowsOf(page, sql.join(pages, sql` union `));
  return sql`select ${keyedColumns(page.filter.platformId)} from transaction where ${and(conditions)} ${first}`;
}

const rowsOf = (page: TransactionPage, ids: RawBuilder<unknown>) => sql<KeyedTransactionRow>`
  select ${keyedColumns(page.filter.platformId)} from transaction where platform_id = ${page.filter.platformId} and id in (${ids}) ${partsOf(page).first}`;

function partsOf({ filter, now, isAscending, after, limit }: TransactionPage) {
  const conditions = conditionsOf(filter, now);
  if (after) conditions.push(beyond(after, isAscending));
  const order = isAscending ? sql`created_at, id` : sql`created_at desc, id desc`;
  return { conditions, first: sql`order by ${order} limit ${limit + 1}` };
}

function beyond({ createdAt, id }: Position, isAscending: boolean): RawBuilder<boolean> {
  const place = sql`(${createdAt}::timestamptz, ${id}::uuid)`;
  return isAscending ? sql`(created_at, id) > ${place}` : sql`(created_at, id) < ${place}`;
}

const and = (conditions: readonly RawBuilder<unknown>[]) => sql<boolean>`${sql.join(conditions, sql` and `)}`;
