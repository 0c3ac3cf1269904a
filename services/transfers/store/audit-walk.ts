// The audit's pass through all transactions in the order of their ids, and its findings.
import { sql } from 'kysely';
import { rowKey } from '../../kit/core/ids.ts';
import type { Queryable, Statement } from '../../kit/storage/database.ts';
import { byPlatform, onlyPlatform } from '../../kit/storage/distributed.ts';
import { settleFindings } from '../../kit/storage/findings.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { insertInto, tablesOf, unnest } from '../../kit/storage/tables.ts';
import { restingStates, type Transaction } from '../domain/record/transaction.ts';
import { AuditFindingRecord, AuditMarkRecord } from './records.ts';
import { type KeyedTransactionRow, keyedColumns } from './transaction-personal.ts';
import { toRecord } from './transaction-row.ts';

/** Identifies a transaction. */
export type TransactionKey = Pick<Transaction, 'platformId' | 'id'>;

export interface Stretch {
  /** Exclusive ids. */
  readonly after: string;
  readonly before: string;
  readonly limit: number;
}

export interface AuditWalkRows {
  /** The position of a pass. Undefined before its first step. */
  mark(walk: string): Promise<string | undefined>;
  setMark(walk: string, afterId: string): Promise<void>;
  /** At least `limit` if there are more: all with the last id, which the transactions of forks share. */
  next(stretch: Stretch): Promise<Transaction[]>;
  some(keys: readonly TransactionKey[]): Promise<Transaction[]>;
  /** Those that a job will continue, by `rowKey`. */
  withJob(transactions: readonly TransactionKey[]): Promise<Set<string>>;
  /** Those in progress without a job, by `rowKey`. Jobs are added and removed in the commits of transitions. */
  orphans(transactions: readonly TransactionKey[]): Promise<Set<string>>;
  /** Transactions with errors. */
  found(): Promise<TransactionKey[]>;
  /** Adds and removes findings. */
  settle(wrong: readonly TransactionKey[], resolved: readonly TransactionKey[]): Promise<void>;
}

const tables = tablesOf(AuditMarkRecord, AuditFindingRecord);

export function auditWalkRows(db: Queryable, secrets: Sealing): AuditWalkRows {
  const keysFound = async (
    keys: readonly TransactionKey[],
    among: (own: readonly TransactionKey[]) => Statement<TransactionKey>,
  ) => new Set((await byPlatform(db, keys, { platformOf, run: (own) => db.query(among(own)) })).map(rowKey));
  return {
    mark: async (walk) => {
      const [row] = await db.query(tables.selectFrom('audit_mark').selectAll().where('walk', '=', walk));
      return row?.after_id;
    },
    setMark: async (walk, afterId) => {
      const insert = insertInto(AuditMarkRecord, [{ walk, after_id: afterId }]);
      await db.query(insert.onConflict((conflict) => conflict.column('walk').doUpdateSet({ after_id: afterId })));
    },
    next: async ({ after, before, limit }) => {
      const rows = await db.query(sql<KeyedTransactionRow>`
        select ${keyedColumns()} from transaction where id > ${after} and id < ${before} order by id
        fetch first ${limit} rows with ties`);
      return rows.map((row) => toRecord(row, secrets));
    },
    some: async (keys) => {
      const rows = await byPlatform(db, keys, { platformOf, run: (own) => db.query(some(own, onlyPlatform(db, own))) });
      return rows.map((row) => toRecord(row, secrets));
    },
    withJob: (transactions) => keysFound(transactions, withJob),
    orphans: (transactions) => keysFound(transactions, orphans),
    found: async () => {
      const all = tables.selectFrom('audit_finding').selectAll();
      const rows = await db.query(all.orderBy('platform_id').orderBy('transaction_id').limit(foundMax));
      return rows.map(({ platform_id: platformId, transaction_id: id }) => ({ platformId, id }));
    },
    settle: (wrong, resolved) => settleFindings(db, findings, { wrong, resolved }),
  };
}

const platformOf = ({ platformId }: TransactionKey) => platformId;

const some = (keys: readonly TransactionKey[], platformId: string | undefined) => sql<KeyedTransactionRow>`
  select ${keyedColumns(platformId)} from ${listed(keys)} join transaction on transaction.platform_id = new.platform_id and id = transaction_id
  order by id`;

const withJob = (keys: readonly TransactionKey[]) => sql<TransactionKey>`
  select platform_id as "platformId", transaction_id as id from ${listed(keys)} where ${hasJob}`;

const orphans = (keys: readonly TransactionKey[]) => sql<TransactionKey>`
  select transaction.platform_id as "platformId", id
  from ${listed(keys)} join transaction on transaction.platform_id = new.platform_id and id = transaction_id
  where state <> all(${[...restingStates]}) and not ${hasJob}`;

const findings = { table: 'audit_finding', column: 'transaction_id' };
const foundMax = 100;

const listed = (keys: readonly TransactionKey[]) =>
  unnest(
    AuditFindingRecord,
    ['platform_id', 'transaction_id'],
    keys.map(({ platformId, id }) => ({ platform_id: platformId, transaction_id: id })),
  );

/** For a listed transaction. */
const hasJob = sql`
  exists (select from job where job.platform_id = new.platform_id and payload ->> 'transactionId' = transaction_id::text)`;
