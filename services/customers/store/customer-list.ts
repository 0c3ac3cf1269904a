// Lists of customers: pages and totals by filter.
import { type RawBuilder, sql } from 'kysely';
import type { Position } from '../../kit/messages/page.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { personalKeyColumn } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { propertiesOf } from '../../kit/storage/tables.ts';
import type { Customer } from '../domain/customer.ts';
import { CustomerRecord, type CustomerRow } from './customer-records.ts';
import { fromRow, type KeyedCustomerRow } from './customer-row.ts';

/** Undefined fields do not filter. Bounds are inclusive. */
export interface CustomerFilter {
  readonly platformId: string;
  readonly platformCustomerId: string | undefined;
  readonly customerType: CustomerRow['customerType'] | undefined;
  readonly createdAfter: Date | undefined;
  readonly createdBefore: Date | undefined;
  readonly updatedAfter: Date | undefined;
  readonly updatedBefore: Date | undefined;
  readonly region: string | undefined;
  /** One of the customer's currencies. */
  readonly currency: string | undefined;
  readonly umaAddress: string | undefined;
  readonly isIncludingDeleted: boolean;
}

export interface Slice {
  /** After this customer. From the newest if undefined. */
  readonly after: Position | undefined;
  readonly limit: number;
  /** Number of matching customers. Undefined if there are too many to count. */
  readonly total: bigint | undefined;
}

const columns = propertiesOf(CustomerRecord);

/** Up to this many matches are collected first and then sorted, because scanning all customers from the newest would find them late. */
const fewMax = 1000n;

/** Newest first. One more than the limit if there are more. */
export function customerPage(db: Queryable, secrets: Sealing) {
  return async (filter: CustomerFilter, { after, limit, total }: Slice): Promise<Customer[]> => {
    if (total === 0n) return [];
    const isFew = total !== undefined && total <= fewMax;
    const conditions = conditionsOf(filter);
    if (after) conditions.push(sql`(created_at, id) < (${after.createdAt}, ${after.id}::uuid)`);
    const rows = await db.query(
      sql<KeyedCustomerRow>`
        with matching as ${isFew ? sql`materialized` : sql`not materialized`} (
          select * from customer where ${sql.join(conditions, sql` and `)}
        )
        select ${columns}, ${personalKeyColumn('page', 'id', filter.platformId)} from (
          select * from matching order by created_at desc, id desc limit ${limit + 1}
        ) page order by created_at desc, id desc`,
    );
    return rows.map((row) => fromRow(row, secrets));
  };
}

/** Maximum of customers that a count reads by an index. */
const readMax = 10_000n;

/** Exact. Undefined if no counters cover the filter and too many customers would have to be read. */
export function countCustomers(db: Queryable) {
  return async (filter: CustomerFilter): Promise<bigint | undefined> => {
    if (isCounted(filter)) {
      const [row] = await db.query(counted(filter));
      return row?.count ?? 0n;
    }
    for (const condition of indexedConditions(filter)) {
      const [row] = await db.query(counting(filter, condition));
      if (row && row.read <= readMax) return row.count;
    }
    return undefined;
  };
}

function conditionsOf(filter: CustomerFilter): RawBuilder<unknown>[] {
  const { createdAfter, createdBefore, updatedAfter, updatedBefore } = filter;
  const conditions: RawBuilder<unknown>[] = [sql`platform_id = ${filter.platformId}`];
  if (!filter.isIncludingDeleted) conditions.push(sql`deleted_at is null`);
  if (filter.platformCustomerId !== undefined) conditions.push(sql`platform_customer_id = ${filter.platformCustomerId}`);
  if (filter.umaAddress !== undefined) conditions.push(sql`uma_address = ${filter.umaAddress}`);
  if (filter.customerType) conditions.push(sql`customer_type = ${filter.customerType}`);
  if (filter.region !== undefined) conditions.push(sql`region = ${filter.region}`);
  if (filter.currency !== undefined) conditions.push(sql`currencies @> ${[filter.currency]}::text[]`);
  return [
    ...conditions,
    ...within('created_at', createdAfter, createdBefore),
    ...within('updated_at', updatedAfter, updatedBefore),
  ];
}

/** Conditions that each have an index. All matches fulfil each of them. */
function indexedConditions(filter: CustomerFilter): RawBuilder<unknown>[] {
  const { platformCustomerId, umaAddress, createdAfter, createdBefore, updatedAfter, updatedBefore } = filter;
  if (platformCustomerId !== undefined) return [sql`platform_customer_id = ${platformCustomerId}`];
  if (umaAddress !== undefined) return [sql`uma_address = ${umaAddress}`];
  const ranges = [within('created_at', createdAfter, createdBefore), within('updated_at', updatedAfter, updatedBefore)];
  return ranges.flatMap((range) => (range.length > 0 ? [sql.join(range, sql` and `)] : []));
}

function within(column: 'created_at' | 'updated_at', after: Date | undefined, before: Date | undefined): RawBuilder<unknown>[] {
  const time = sql.ref(column);
  return [...(after ? [sql`${time} >= ${after}`] : []), ...(before ? [sql`${time} <= ${before}`] : [])];
}

/** Whether the filter uses only the columns of the counters. */
function isCounted(filter: CustomerFilter): boolean {
  const { platformCustomerId, umaAddress, createdAfter, createdBefore, updatedAfter, updatedBefore } = filter;
  return [platformCustomerId, umaAddress, createdAfter, createdBefore, updatedAfter, updatedBefore].every(
    (part) => part === undefined,
  );
}

function counted(filter: CustomerFilter): RawBuilder<{ count: bigint }> {
  const conditions = [sql`platform_id = ${filter.platformId}`];
  if (!filter.isIncludingDeleted) conditions.push(sql`not is_deleted`);
  if (filter.customerType) conditions.push(sql`customer_type = ${filter.customerType}`);
  if (filter.region !== undefined) conditions.push(sql`region = ${filter.region} and region <> ''`);
  if (filter.currency !== undefined) conditions.push(sql`currencies @> ${[filter.currency]}::text[]`);
  return sql`select coalesce(sum(count), 0)::bigint as count from customer_count where ${sql.join(conditions, sql` and `)}`;
}

function counting(filter: CustomerFilter, indexed: RawBuilder<unknown>): RawBuilder<{ count: bigint; read: bigint }> {
  return sql`
    select count(*) filter (where ${sql.join(conditionsOf(filter), sql` and `)}) as count, count(*) as read from (
      select * from customer where platform_id = ${filter.platformId} and ${indexed} limit ${readMax + 1n}
    ) customer`;
}
