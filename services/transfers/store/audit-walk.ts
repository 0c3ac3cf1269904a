// The walk of the audit through all transactions, in the order of their ids, and what it has found.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { restingStates, type Transaction } from '../domain/record/transaction.ts';
import { toRecord } from './transaction-row.ts';
import { type KeyedTransactionRow, keyedColumns } from './transaction-told.ts';

export interface Stretch {
  /** Ids, both left out. */
  readonly after: string;
  readonly before: string;
  readonly limit: number;
}

export interface AuditWalkRows {
  /** Where a walk has come to; undefined before its first step. */
  mark(walk: string): Promise<string | undefined>;
  setMark(walk: string, afterId: string): Promise<void>;
  next(stretch: Stretch): Promise<Transaction[]>;
  some(ids: readonly string[]): Promise<Transaction[]>;
  /** Ids of those that a job will take further. */
  withJob(transactions: readonly Transaction[]): Promise<Set<string>>;
  /** Ids of those that are under way and that nobody will take further: their job comes and goes in the commits that move them. */
  orphans(ids: readonly string[]): Promise<Set<string>>;
  /** Ids of what was found to be wrong. */
  found(): Promise<string[]>;
  /** From now on this is what is wrong, of all that was looked at twice. */
  settle(lookedAt: readonly string[], wrong: readonly string[]): Promise<void>;
}

export function auditWalkRows(db: Queryable, secrets: Sealing): AuditWalkRows {
  return {
    mark: async (walk) => {
      const [row] = await db.query(sql<{ id: string }>`select after_id as id from audit_mark where walk = ${walk}`);
      return row?.id;
    },
    setMark: async (walk, afterId) => {
      await db.query(sql`
        insert into audit_mark (walk, after_id) values (${walk}, ${afterId})
        on conflict (walk) do update set after_id = excluded.after_id`);
    },
    next: async ({ after, before, limit }) => {
      const rows = await db.query(sql<KeyedTransactionRow>`
        select ${keyedColumns} from transaction where id > ${after} and id < ${before} order by id limit ${limit}`);
      return rows.map((row) => toRecord(row, secrets));
    },
    some: async (ids) => {
      const rows = await db.query(
        sql<KeyedTransactionRow>`select ${keyedColumns} from transaction where id = any(${ids}::uuid[]) order by id`,
      );
      return rows.map((row) => toRecord(row, secrets));
    },
    withJob: async (transactions) => {
      const rows = await db.query(sql<{ id: string }>`
        select payload ->> 'transactionId' as id from job
        where platform_id = any(${transactions.map(({ platformId }) => platformId)}::uuid[])
          and payload ->> 'transactionId' = any(${transactions.map(({ id }) => id)}::text[])`);
      return new Set(rows.map(({ id }) => id));
    },
    orphans: async (ids) => {
      const rows = await db.query(sql<{ id: string }>`
        select id from transaction
        where id = any(${ids}::uuid[]) and state <> all(${[...restingStates]})
          and not exists (select from job where payload ->> 'transactionId' = transaction.id::text)`);
      return new Set(rows.map(({ id }) => id));
    },
    found: async () => {
      const rows = await db.query(
        sql<{ id: string }>`select transaction_id as id from audit_finding order by 1 limit ${foundMax}`,
      );
      return rows.map(({ id }) => id);
    },
    settle: async (lookedAt, wrong) => {
      await db.query(sql`
        with gone as (
          delete from audit_finding where transaction_id = any(${lookedAt}::uuid[]) and transaction_id <> all(${wrong}::uuid[])
        )
        insert into audit_finding select unnest(${wrong}::uuid[]) on conflict do nothing`);
    },
  };
}

const foundMax = 100;
