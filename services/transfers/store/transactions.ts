// Transactions in the database. Changes require the current version.
import { type RawBuilder, type SqlBool, sql } from 'kysely';
import { type JobName, jobDelete, jobInsert, type NewJob, wakeFor } from '../../kit/background/jobs.ts';
import { eventInsert } from '../../kit/background/outbox.ts';
import type { OutboxEvent } from '../../kit/background/outbox-event.ts';
import { wall } from '../../kit/core/clock.ts';
import type { Queryable } from '../../kit/storage/database.ts';
import { type Owner, type PersonalKey, personalKeys } from '../../kit/storage/personal-keys.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { tablesOf, valuesOf } from '../../kit/storage/tables.ts';
import type { QuotedPayment } from '../domain/payment/payment.ts';
import { lapsingStates } from '../domain/payment/states.ts';
import type { OfKind, Transaction } from '../domain/record/transaction.ts';
import { type Recount, recount, recountedColumns, recountOf } from './count-changes.ts';
import { hasPersonal, type KeyedTransactionRow, keyedColumns, ownerOfPersonal, sealPersonal } from './transaction-personal.ts';
import { TransactionRecord } from './transaction-record.ts';
import { toProgressRow, toRecord, toRow } from './transaction-row.ts';

export interface TransactionRows {
  find(platformId: string, id: string): Promise<Transaction | undefined>;
  /** Those that exist, in any order. */
  findAll(platformId: string, ids: readonly string[]): Promise<Transaction[]>;
  /** The payment of a quote. */
  findByQuote(platformId: string, quoteId: string): Promise<QuotedPayment | undefined>;
  /** The payment of a quote with this payment reference. */
  findByReference(platformId: string, reference: string): Promise<QuotedPayment | undefined>;
  /** In one statement, with everything that follows. False if it, or a payment of its quote, exists. */
  insert(transaction: Transaction, following?: Following): Promise<boolean>;
  /** In one statement, with everything that follows. False if the transaction has changed. */
  save(before: Transaction, after: Transaction, following?: Following): Promise<boolean>;
  /** Transactions with a failed refund whose money waits for the operator, ordered by id. */
  suspended(platformId: string, page: { readonly limit: number; readonly after?: string }): Promise<Transaction[]>;
  /** Removes a transaction that was never shown, in one statement with everything that follows. False if it has changed. */
  remove(before: Transaction, following?: Following): Promise<boolean>;
  /** Expires some open quotes after their deadline, each with the time of its deadline, and returns them. */
  expire(wallNow: Date, limit: number): Promise<QuotedPayment[]>;
}

export function transactionRows(db: Queryable, secrets: Sealing): TransactionRows {
  const stored = { db, secrets };
  const payments = (rows: KeyedTransactionRow[]) => rows.map((row) => toRecord(row, secrets)).filter(isOf('PAYMENT'));
  return {
    find: async (platformId, id) => {
      const [row] = await db.query(sql<KeyedTransactionRow>`
        select ${keyedColumns} from transaction where id = ${id} and platform_id = ${platformId}`);
      return row && toRecord(row, secrets);
    },
    findAll: async (platformId, ids) => {
      const rows = await db.query(sql<KeyedTransactionRow>`
        select ${keyedColumns} from transaction where id = any(${ids}::uuid[]) and platform_id = ${platformId}`);
      return rows.map((row) => toRecord(row, secrets));
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
    insert: (transaction, following) => isWritten(stored, insertion(transaction), following),
    save: (before, after, following) => isWritten(stored, update(before, after), following),
    suspended: async (platformId, { limit, after = firstId }) => {
      const rows = await db.query(sql<KeyedTransactionRow>`
        select ${keyedColumns} from transaction
        where platform_id = ${platformId} and id > ${after}
          and refund_status = 'FAILED' and state in ('SUSPENDED', 'CANCELLED_SUSPENDED', 'LATE_SUSPENDED')
        order by id limit ${limit}`);
      return rows.map((row) => toRecord(row, secrets));
    },
    remove: (before, following) => isWritten(stored, removal(before), following),
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

/** What the commit of a transaction leaves for later, and what it makes needless. */
export interface Following {
  readonly events: readonly OutboxEvent[];
  readonly jobs: readonly NewJob[];
  readonly endedJobs: readonly JobName[];
}

const nothing: Following = { events: [], jobs: [], endedJobs: [] };

interface Change {
  /** The insert, update or deletion, which returns `recountedColumns`, and writes nothing unless the keys are current. */
  readonly written: (sealerOf: SealerOf, areCurrent: RawBuilder<boolean>) => RawBuilder<unknown>;
  /** Whose keys it uses. */
  readonly owners: readonly Owner[];
  readonly recount?: Recount | undefined;
}

type SealerOf = (owner: Owner) => PersonalKey;

function insertion(made: Transaction): Change {
  return {
    written: (sealerOf, areCurrent) => {
      const row = toRow(made, sealPersonal(made, sealerOf));
      const columns = Object.keys(row) as (keyof typeof row)[];
      return sql`
        insert into transaction (${sql.join(columns.map((column) => sql.ref(column)))}, lapses_at)
        select new.*, ${lapsesAt(made)} from ${valuesOf(TransactionRecord, columns, [row])} where ${areCurrent}
        on conflict do nothing returning ${recounted}`;
    },
    owners: hasPersonal(made) ? [ownerOfPersonal(made)] : [],
    recount: recountOf(undefined, made),
  };
}

function update(before: Transaction, after: Transaction): Change {
  const changes = { ...toProgressRow(after), lapses_at: lapsesAt(after) };
  return {
    written: (_, areCurrent) => {
      const changed = tables.updateTable('transaction').set(changes).where(asItWas(before)).where(areCurrent);
      return sql`${changed.returning(recountedColumns)}`;
    },
    owners: [],
    recount: recountOf(before, after),
  };
}

function removal(before: Transaction): Change {
  return {
    written: (_, areCurrent) => sql`delete from transaction where ${asItWas(before)} and ${areCurrent} returning ${recounted}`,
    owners: [],
  };
}

const recounted = sql.join(recountedColumns.map((column) => sql.ref(column)));

interface Stored {
  readonly db: Queryable;
  readonly secrets: Sealing;
}

/** One statement: every additional one costs as much as its rows. Returns whether the transaction was written. */
async function isWritten({ db, secrets }: Stored, change: Change, following = nothing): Promise<boolean> {
  const { events, jobs } = following;
  const now = wall.now();
  const isDone = await personalKeys(db, secrets).sealing([...change.owners, ...events], async (sealerOf, areCurrent) => {
    const parts = [
      sql`written as (${change.written(sealerOf, areCurrent)})`,
      ...(change.recount ? [sql`counted as (${recount(sql`written`, change.recount)})`] : []),
      ...(events.length > 0 ? [sql`announced as (${eventInsert(events, sealerOf, wasWritten)})`] : []),
      ...jobParts(following, now),
    ];
    return (await db.query(sql`with ${sql.join(parts)} select 1 from written`)).length > 0;
  });
  if (isDone && events.length > 0) db.wake('outbox');
  if (isDone) wakeFor(db, jobs, now);
  return isDone;
}

const wasWritten = sql`exists (select from written)`;

/** A job that ends and begins again is replaced. */
function jobParts({ jobs, endedJobs }: Following, now: Date): RawBuilder<unknown>[] {
  const isSame = (one: JobName) => (other: JobName) => one.kind === other.kind && one.key === other.key;
  const replacing = jobs.filter((job) => endedJobs.some(isSame(job)));
  const ended = endedJobs.filter((job) => !jobs.some(isSame(job)));
  return [
    ...(jobs.length > 0 ? [sql`begun as (${jobInsert(jobs, { now, which: wasWritten, replacing })})`] : []),
    ...(ended.length > 0 ? [sql`ended as (${jobDelete(ended, wasWritten)})`] : []),
  ];
}

function asItWas(before: Transaction): RawBuilder<SqlBool> {
  const { state, version, attempt, rail_checks } = toProgressRow(before);
  return sql`platform_id = ${before.platformId} and id = ${before.id} and state = ${state} and version = ${version}
    and attempt = ${attempt} and rail_checks = ${rail_checks}`;
}

/** When an open quote expires in real time. The platform's clock may have advanced since it was read. */
function lapsesAt(transaction: Transaction): RawBuilder<Date | null> {
  if (transaction.kind !== 'PAYMENT' || !lapsingStates.some((state) => state === transaction.state)) return sql`null`;
  const { expiresAt, clockOffsetMs, platformId } = transaction;
  const moved = sql`(select offset_ms from platform_clock where platform_id = ${platformId})`;
  return sql`${expiresAt}::timestamptz - greatest(${clockOffsetMs}::bigint, ${moved}) * interval '1 millisecond'`;
}
