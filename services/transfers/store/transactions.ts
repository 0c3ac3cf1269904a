// Transactions in the database: made once, and changed only by who knows what they are now.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { tablesOf } from '../../kit/storage/tables.ts';
import type { QuotedPayment } from '../domain/payment/payment.ts';
import type { OfKind, Transaction } from '../domain/record/transaction.ts';
import { TransactionRecord } from './transaction-record.ts';
import { toProgressRow, toRecord, toRow } from './transaction-row.ts';
import { type KeyedTransactionRow, keyedColumns, sealTold } from './transaction-told.ts';

export interface TransactionRows {
  find(platformId: string, id: string): Promise<Transaction | undefined>;
  /** The payment of a quote. */
  findByQuote(platformId: string, quoteId: string): Promise<QuotedPayment | undefined>;
  /** The payment of a quote that payers name by this reference. */
  findByReference(platformId: string, reference: string): Promise<QuotedPayment | undefined>;
  /** False when it, or a payment of its quote, is there already. */
  insert(transaction: Transaction): Promise<boolean>;
  /** Counts a transaction that nobody has seen so far. */
  reveal(transaction: Transaction): Promise<void>;
  /** False when the transaction is no longer what it was before. */
  save(before: Transaction, after: Transaction): Promise<boolean>;
  /** Those whose refund has failed and whose money waits for the operator, in the order of their ids. */
  suspended(platformId: string, page: { readonly limit: number; readonly after?: string }): Promise<Transaction[]>;
  /** Removes one that was never shown. False when it is no longer what it was before. */
  remove(before: Transaction): Promise<boolean>;
  /** Expires some quotes that lie open past their deadline, each at its deadline, and returns them. */
  expire(wallNow: Date, limit: number): Promise<QuotedPayment[]>;
}

export function transactionRows(db: Queryable, secrets: Sealing): TransactionRows {
  const payments = (rows: KeyedTransactionRow[]) => rows.map((row) => toRecord(row, secrets)).filter(isOf('PAYMENT'));
  return {
    find: async (platformId, id) => {
      const [row] = await db.query(sql<KeyedTransactionRow>`
        select ${keyedColumns} from transaction where id = ${id} and platform_id = ${platformId}`);
      return row && toRecord(row, secrets);
    },
    findByQuote: async (platformId, quoteId) => {
      const rows = await db.query(sql<KeyedTransactionRow>`
        select ${keyedColumns} from transaction where quote_id = ${quoteId} and kind = 'PAYMENT' and platform_id = ${platformId}`);
      return payments(rows)[0];
    },
    findByReference: async (platformId, reference) => {
      const rows = await db.query(sql<KeyedTransactionRow>`
        select ${keyedColumns} from transaction where reference = ${reference} and kind = 'PAYMENT' and platform_id = ${platformId}`);
      return payments(rows)[0];
    },
    insert: (transaction) => insert(db, transaction, secrets),
    reveal: async ({ id, platformId, owner }) =>
      void (await db.query(sql`insert into transaction_count ${countOne({ id, platformId, owner }, sql`true`)}`)),
    save: (before, after) => save(db, before, after),
    suspended: async (platformId, { limit, after = firstId }) => {
      const rows = await db.query(sql<KeyedTransactionRow>`
        select ${keyedColumns} from transaction
        where platform_id = ${platformId} and id > ${after}
          and refund_status = 'FAILED' and state in ('SUSPENDED', 'CANCELLED_SUSPENDED', 'LATE_SUSPENDED')
        order by id limit ${limit}`);
      return rows.map((row) => toRecord(row, secrets));
    },
    remove: async (before) => {
      const rows = await db.query(sql`delete from transaction where ${asItWas(before)} returning 1`);
      return rows.length > 0;
    },
    expire: async (wallNow, limit) => {
      const rows = await db.query(sql<KeyedTransactionRow>`
        with lapsed as materialized (
          select platform_id, id from transaction where lapses_at <= ${wallNow} order by lapses_at limit ${limit} for update skip locked
        )
        update transaction set state = 'EXPIRED', version = version + 1, updated_at = expires_at, lapses_at = null
        from lapsed where transaction.platform_id = lapsed.platform_id and transaction.id = lapsed.id
        returning ${keyedColumns}`);
      return payments(rows);
    },
  };
}

const firstId = '00000000-0000-0000-0000-000000000000';

const isOf =
  <K extends Transaction['kind']>(kind: K) =>
  (transaction: Transaction): transaction is OfKind<K> =>
    transaction.kind === kind;

const tables = tablesOf(TransactionRecord);

async function insert(db: Queryable, made: Transaction, secrets: Sealing): Promise<boolean> {
  const told = await sealTold(made, db, secrets);
  const inserted = tables
    .insertInto('transaction')
    .values({ ...toRow(made, told), lapses_at: lapsesAt(made) })
    .onConflict((conflict) => conflict.doNothing())
    .returning('state');
  const rows = await db.query(sql`
    with made as (${inserted}), counted as (
      insert into transaction_count ${countOne(made, sql`exists (select 1 from made where state <> 'TENTATIVE')`)}
    )
    select 1 from made`);
  return rows.length > 0;
}

/** One row for the platform and one for the owner, in this order in every commit, so that no two commits wait for each other. */
function countOne({ id, platformId, owner }: Pick<Transaction, 'id' | 'platformId' | 'owner'>, condition: RawBuilder<unknown>) {
  const slot = Number.parseInt(id.slice(-1), 16);
  return sql`(platform_id, owner, slot, count)
    select * from (values (${platformId}::uuid, '', ${slot}::int, 1), (${platformId}::uuid, ${owner}, 0, 1)) as one
    where ${condition}
    on conflict (platform_id, owner, slot) do update set count = transaction_count.count + 1`;
}

async function save(db: Queryable, before: Transaction, after: Transaction): Promise<boolean> {
  const changes = { ...toProgressRow(after), lapses_at: lapsesAt(after) };
  const saved = tables.updateTable('transaction').set(changes).where(asItWas(before)).returning('id');
  return (await db.query(saved)).length > 0;
}

function asItWas(before: Transaction): RawBuilder<SqlBool> {
  const { state, version, attempt, rail_checks } = toProgressRow(before);
  return sql`platform_id = ${before.platformId} and id = ${before.id} and state = ${state} and version = ${version}
    and attempt = ${attempt} and rail_checks = ${rail_checks}`;
}

/** When an open quote lapses, on the wall. Its platform's clock may have been moved since it was read. */
function lapsesAt(transaction: Transaction): RawBuilder<Date | null> {
  if (transaction.kind !== 'PAYMENT' || transaction.state !== 'OPEN') return sql`null`;
  const { expiresAt, clockOffsetMs, platformId } = transaction;
  const moved = sql`(select offset_ms from platform_clock where platform_id = ${platformId})`;
  return sql`${expiresAt}::timestamptz - greatest(${clockOffsetMs}::bigint, ${moved}) * interval '1 millisecond'`;
}
