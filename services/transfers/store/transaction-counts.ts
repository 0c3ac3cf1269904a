// Counts transactions by customer, status, type and time, and finds the times of matches, in constant work however long the history is.
import { type RawBuilder, sql } from 'kysely';
import { shownStatuses } from '../domain/record/transaction.ts';
import { type Piece, piecesOf, type Unit } from '../domain/shared/time-pieces.ts';
import { conditionsOf, isOverdue, type TransactionFilter } from './transaction-filter.ts';

/** Whether counters cover all conditions of the filter. */
export function isCounted({ platformCustomerId, sender, receiver, either, reference }: TransactionFilter): boolean {
  return [platformCustomerId, sender, receiver, either, reference].every((part) => part === undefined);
}

/**
 * The exact count. A single statement reads counters, pending changes and rows from one snapshot. Rows are counted in the incomplete hours (of
 * a customer: days) at the ends of the range. Overdue quotes that no sweep has expired yet are corrected.
 */
export function counted(filter: TransactionFilter, now: Date): RawBuilder<{ total: bigint }> {
  const pieces = piecesOf(filter, filter.owner === undefined ? ['DAY', 'HOUR'] : ['DAY']);
  const whole = pieces.filter(({ unit }) => unit !== 'ROWS');
  const [first, last] = [whole[0], whole.at(-1)];
  const parts = [
    ...pieces.filter(({ unit }) => unit === 'ROWS').map((piece) => rowsIn(piece, filter, now)),
    ...whole.map((piece) => inCounters(piece, filter)),
    ...(first && last ? notInCounters({ from: first.from, until: last.until }, filter, now) : []),
  ];
  return sql`select (${sql.join(parts, sql` + `)})::bigint as total`;
}

type Range = Omit<Piece, 'unit'>;

const inCounters = ({ unit, ...range }: Piece, filter: TransactionFilter) => sql`(
  select coalesce(sum(count), 0) from transaction_count
  where platform_id = ${filter.platformId} and owner = ${filter.owner ?? ''} and unit = ${unit}
    and type = any(${typesOf(filter)}) and status = any(${statusesOf(filter)}) and ${isWithin('start', range)})`;

function notInCounters(range: Range, filter: TransactionFilter, now: Date): RawBuilder<unknown>[] {
  const changes = sql`(
    select coalesce(sum(change), 0) from transaction_count_change
    cross join lateral (values (became, 1), (was, -1)) as shown (status, change)
    where ${isChangeOf(filter)} and status = any(${statusesOf(filter)}) and ${isWithin('created_at', range)})`;
  const overdue = sql`(select count(*) from transaction where ${isOverdueOf(filter, now)} and ${isWithin('created_at', range)})`;
  if (filter.status === 'EXPIRED') return [changes, overdue];
  return filter.status === 'PENDING' ? [changes, sql`-${overdue}`] : [changes];
}

function rowsIn({ from, until }: Piece, filter: TransactionFilter, now: Date): RawBuilder<unknown> {
  const conditions = conditionsOf({ ...filter, from: new Date(from), to: new Date(until - 1) }, now);
  return sql`(select count(*) from transaction where ${sql.join(conditions, sql` and `)})`;
}

/** A period that contains matches. */
export interface Made {
  readonly start: Date;
  readonly until: Date;
  /** Approximate, without pending changes. */
  readonly count: bigint;
}

export interface MadeOptions {
  readonly filter: TransactionFilter;
  readonly now: Date;
  /** The order of the list. */
  readonly order: RawBuilder<unknown>;
  readonly limit: number;
}

/** The first hours (of a customer: days) of the filter's range that may contain matches, in the order of the list. */
export function madeIn({ filter, now, order, limit }: MadeOptions): RawBuilder<Made> {
  const { platformId, owner, from, to } = filter;
  const unit: Unit = owner === undefined ? 'HOUR' : 'DAY';
  const length = sql`interval ${sql.lit(`1 ${unit}`)}`;
  const startOf = sql`date_trunc(${unit}, created_at, 'UTC')`;
  const conditions = [...(from ? [sql`start > ${from}::timestamptz - ${length}`] : []), ...(to ? [sql`start <= ${to}`] : [])];
  const isInRange = conditions.length > 0 ? sql.join(conditions, sql` and `) : sql`true`;
  const overdue = sql`union all select ${startOf}, 0 from transaction where ${isOverdueOf(filter, now)}`;
  return sql<Made>`
    select start, start + ${length} as until, sum(count)::bigint as count from (
      select counter.start, counter.count
      from unnest(${typesOf(filter)}::text[]) as type cross join unnest(${statusesOf(filter)}::text[]) as status cross join lateral (
        select start, count from transaction_count c
        where platform_id = ${platformId} and owner = ${owner ?? ''} and unit = ${unit} and c.type = type.type and c.status = status.status
          and ${isInRange}
        order by start ${order} limit ${limit}) counter
      union all
      select ${startOf}, 0 from transaction_count_change where ${isChangeOf(filter)} and became = any(${statusesOf(filter)})
      ${filter.status === 'EXPIRED' ? overdue : sql``}
    ) found where ${isInRange} group by start order by start ${order} limit ${limit}`;
}

const typesOf = ({ type }: TransactionFilter) => (type === undefined ? ['INCOMING', 'OUTGOING'] : [type]);
const statusesOf = ({ status }: TransactionFilter) => (status === undefined ? shownStatuses : [status]);

const isChangeOf = (filter: TransactionFilter) =>
  sql`platform_id = ${filter.platformId} and ${isOf(filter)} and type = any(${typesOf(filter)})`;

/** Counters have open quotes as PENDING until the sweep expires them, but they are shown as EXPIRED from their deadline. */
const isOverdueOf = (filter: TransactionFilter, now: Date) => sql`
  platform_id = ${filter.platformId} and ${isOf(filter)} and 'OUTGOING' = any(${typesOf(filter)}::text[]) and lapses_at is not null and ${isOverdue(now)}`;

const isOf = ({ owner }: TransactionFilter) => (owner === undefined ? sql`true` : sql`owner = ${owner}`);

const isWithin = (column: string, { from, until }: Range) =>
  sql`${sql.ref(column)} >= ${timeOf(from)} and ${sql.ref(column)} < ${timeOf(until)}`;

const timeOf = (ms: number) => sql`${Number.isFinite(ms) ? new Date(ms) : ms < 0 ? '-infinity' : 'infinity'}::timestamptz`;
