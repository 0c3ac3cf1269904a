// Transactions in the database. Concurrent reads of single ones, and concurrent changes, are gathered.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { apartBy, gatheredReads } from '../../kit/storage/gathered.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { unnest } from '../../kit/storage/tables.ts';
import type { QuotedPayment } from '../domain/payment/payment.ts';
import type { OfKind, Transaction } from '../domain/record/transaction.ts';
import { recount } from './count-changes.ts';
import { type Expiring, expireApart, lapsedPlatforms } from './expiry-apart.ts';
import { type Following, nothing } from './transaction-change.ts';
import { transactionWriter } from './transaction-changes.ts';
import { type KeyedTransactionRow, keyedColumns } from './transaction-personal.ts';
import { TransactionRecord, type TransactionRow } from './transaction-record.ts';
import { toRecord } from './transaction-row.ts';

type TransactionKey = Pick<TransactionRow, 'platform_id' | 'id'>;
type QuoteKey = Pick<TransactionRow, 'platform_id' | 'quote_id'>;

export interface TransactionRows {
  find(platformId: string, id: string): Promise<Transaction | undefined>;
  /** Those that exist, in any order. */
  findAll(platformId: string, ids: readonly string[]): Promise<Transaction[]>;
  /** The payment of a quote. */
  findByQuote(platformId: string, quoteId: string): Promise<QuotedPayment | undefined>;
  /** The payment of a quote with this payment reference. */
  findByReference(platformId: string, reference: string): Promise<QuotedPayment | undefined>;
  /** In one commit, with everything that follows. False if it, or a payment of its quote, exists. */
  insert(transaction: Transaction, following?: Following): Promise<boolean>;
  /** In one commit, with everything that follows. False if the transaction has changed. */
  save(before: Transaction, after: Transaction, following?: Following): Promise<boolean>;
  /** Transactions with a failed refund whose money waits for the operator, ordered by id. */
  suspended(platformId: string, page: { readonly limit: number; readonly after?: string }): Promise<Transaction[]>;
  /** Removes a transaction that was never shown, in one commit with everything that follows. False if it has changed. */
  remove(before: Transaction, following?: Following): Promise<boolean>;
  /**
   * Expires some open quotes after their deadline, each with the time of its deadline, and returns them. Where the tables are distributed, those
   * of one platform, and this must be called in a transaction.
   */
  expire(which: Expiring): Promise<QuotedPayment[]>;
  /** The platforms of some open quotes after their deadline. */
  lapsedPlatforms(wallNow: Date): Promise<string[]>;
}

export function transactionRows(db: Queryable, secrets: Sealing): TransactionRows {
  const write = transactionWriter(db, secrets);
  const columnsFor = ([first]: readonly { readonly platform_id: string }[]) =>
    keyedColumns(db.isDistributed ? first?.platform_id : undefined);
  const apart = apartBy(db, (key: { readonly platform_id: string }) => key.platform_id);
  const byId = gatheredReads<TransactionKey, KeyedTransactionRow>({
    apart,
    read: (keys) =>
      db.batch(sql<KeyedTransactionRow>`
        select ${columnsFor(keys)} from transaction join ${unnest(TransactionRecord, ['platform_id', 'id'], keys)} using (platform_id, id)`),
    nameOf: ({ platform_id: platformId, id }) => `${platformId} ${id}`,
  });
  const byQuote = gatheredReads<QuoteKey, KeyedTransactionRow>({
    apart,
    read: (keys) =>
      db.batch(sql<KeyedTransactionRow>`
        select ${columnsFor(keys)} from transaction
        join ${unnest(TransactionRecord, ['platform_id', 'quote_id'], keys)} using (platform_id, quote_id) where kind = 'PAYMENT'`),
    nameOf: ({ platform_id: platformId, quote_id: quoteId }) => `${platformId} ${quoteId}`,
  });
  const payments = (rows: readonly KeyedTransactionRow[]) => rows.map((row) => toRecord(row, secrets)).filter(isOf('PAYMENT'));
  return {
    find: async (platformId, id) => {
      const row = await byId({ platform_id: platformId, id });
      return row && toRecord(row, secrets);
    },
    findAll: async (platformId, ids) => {
      const rows = await db.query(sql<KeyedTransactionRow>`
        select ${keyedColumns(platformId)} from transaction where id = any(${ids}::uuid[]) and platform_id = ${platformId}`);
      return rows.map((row) => toRecord(row, secrets));
    },
    findByQuote: async (platformId, quoteId) => {
      const row = await byQuote({ platform_id: platformId, quote_id: quoteId });
      return payments(row ? [row] : [])[0];
    },
    findByReference: async (platformId, reference) => {
      const rows = await db.query(sql<KeyedTransactionRow>`
        select ${keyedColumns(platformId)} from transaction where reference = ${reference} and kind = 'PAYMENT' and platform_id = ${platformId}`);
      return payments(rows)[0];
    },
    insert: (after, following = nothing) => write({ after, following }),
    save: (before, after, following = nothing) => write({ before, after, following }),
    suspended: async (platformId, { limit, after = firstId }) => {
      const rows = await db.query(sql<KeyedTransactionRow>`
        select ${keyedColumns(platformId)} from transaction
        where platform_id = ${platformId} and id > ${after}
          and refund_status = 'FAILED' and state in ('SUSPENDED', 'CANCELLED_SUSPENDED', 'LATE_SUSPENDED')
        order by id limit ${limit}`);
      return rows.map((row) => toRecord(row, secrets));
    },
    remove: (before, following = nothing) => write({ before, following }),
    expire: async (expiring) => payments(await (db.isDistributed ? expireApart : expire)(db, expiring)),
    lapsedPlatforms: (wallNow) => lapsedPlatforms(db, wallNow),
  };
}

function expire(db: Queryable, { wallNow, limit }: Expiring): Promise<KeyedTransactionRow[]> {
  return db.batch(sql<KeyedTransactionRow>`
    with lapsed as materialized (
      select platform_id, id from transaction where lapses_at <= ${wallNow} order by lapses_at limit ${limit} for update skip locked
    ), expired as (
      update transaction set state = 'EXPIRED', version = version + 1, updated_at = expires_at, lapses_at = null
      from lapsed where transaction.platform_id = lapsed.platform_id and transaction.id = lapsed.id
      returning ${keyedColumns()}
    ), counted as (${recount(sql`expired`, expiry)})
    select * from expired`);
}

const expiry = { was: sql.lit('PENDING'), became: sql.lit('EXPIRED') };

const firstId = '00000000-0000-0000-0000-000000000000';

const isOf =
  <K extends Transaction['kind']>(kind: K) =>
  (transaction: Transaction): transaction is OfKind<K> =>
    transaction.kind === kind;
