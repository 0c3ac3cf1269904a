// Transactions in the database. Changes require the current version.
import { type OperationNodeSource, type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Queryable, Statement } from '../../kit/storage/database.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { tablesOf } from '../../kit/storage/tables.ts';
import type { QuotedPayment } from '../domain/payment/payment.ts';
import type { OfKind, Transaction } from '../domain/record/transaction.ts';
import { type Recount, recount, recountedColumns, recountOf } from './count-changes.ts';
import { TransactionRecord } from './transaction-record.ts';
import { toProgressRow, toRecord, toRow } from './transaction-row.ts';
import { type KeyedTransactionRow, keyedColumns, sealTold } from './transaction-told.ts';

export interface TransactionRows {
  find(platformId: string, id: string): Promise<Transaction | undefined>;
  /** The payment of a quote. */
  findByQuote(platformId: string, quoteId: string): Promise<QuotedPayment | undefined>;
  /** The payment of a quote with this payment reference. */
  findByReference(platformId: string, reference: string): Promise<QuotedPayment | undefined>;
  /** False if it, or a payment of its quote, exists. */
  insert(transaction: Transaction): Promise<boolean>;
  /** False if the transaction has changed. */
  save(before: Transaction, after: Transaction): Promise<boolean>;
  /** Transactions with a failed refund whose money waits for the operator, ordered by id. */
  suspended(platformId: string, page: { readonly limit: number; readonly after?: string }): Promise<Transaction[]>;
  /** Removes a transaction that was never shown. False if it has changed. */
  remove(before: Transaction): Promise<boolean>;
  /** Expires some open quotes after their deadline, each with the time of its deadline, and returns them. */
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
        ), expired as (
          update transaction set state = 'EXPIRED', version = version + 1, updated_at = expires_at, lapses_at = null
          from lapsed where transaction.platform_id = lapsed.platform_id and transaction.id = lapsed.id
          returning ${keyedColumns}
        ), counted as (${recount(sql`expired`, expiry)})
        select * from expired`);
      return payments(rows);
    },
  };
}

const expiry: Recount = { was: 'PENDING', became: 'EXPIRED' };

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
    .returning(recountedColumns);
  return isWritten(db, inserted, recountOf(undefined, made));
}

async function save(db: Queryable, before: Transaction, after: Transaction): Promise<boolean> {
  const changes = { ...toProgressRow(after), lapses_at: lapsesAt(after) };
  const saved = tables.updateTable('transaction').set(changes).where(asItWas(before)).returning(recountedColumns);
  return isWritten(db, saved, recountOf(before, after));
}

/** An insert or an update. */
type Writing = Statement<unknown> & OperationNodeSource;

/** Writes, together with the change of counts. Returns whether a row was written. */
async function isWritten(db: Queryable, written: Writing, change: Recount | undefined): Promise<boolean> {
  const rows = await db.query(
    change
      ? sql`
    with written as (${written}), counted as (${recount(sql`written`, change)}) select 1 from written`
      : written,
  );
  return rows.length > 0;
}

function asItWas(before: Transaction): RawBuilder<SqlBool> {
  const { state, version, attempt, rail_checks } = toProgressRow(before);
  return sql`platform_id = ${before.platformId} and id = ${before.id} and state = ${state} and version = ${version}
    and attempt = ${attempt} and rail_checks = ${rail_checks}`;
}

/** When an open quote expires in real time. The platform's clock may have advanced since it was read. */
function lapsesAt(transaction: Transaction): RawBuilder<Date | null> {
  if (transaction.kind !== 'PAYMENT' || transaction.state !== 'OPEN') return sql`null`;
  const { expiresAt, clockOffsetMs, platformId } = transaction;
  const moved = sql`(select offset_ms from platform_clock where platform_id = ${platformId})`;
  return sql`${expiresAt}::timestamptz - greatest(${clockOffsetMs}::bigint, ${moved}) * interval '1 millisecond'`;
}
