// Deposits and debits that rails have reported: each is counted once.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';

/** What a rail tells of money that came or went. */
export interface ReportedMoney {
  readonly platformId: string;
  readonly kind: 'DEPOSIT' | 'DEBIT' | 'PULL_RETURN';
  /** The rail's own name of it. */
  readonly key: string;
  /** Public id of the account, or the reference of the quote. */
  readonly target: string;
  /** Empty where the reference tells it. */
  readonly rail: string;
  readonly currency: string;
  readonly amount: bigint;
}

/** With the uuid of the transaction that it was counted for. */
export interface CountedMoney extends ReportedMoney {
  readonly transactionId: string;
  readonly createdAt: Date;
}

export interface DepositRows {
  find(reported: Pick<ReportedMoney, 'platformId' | 'kind' | 'key'>): Promise<CountedMoney | undefined>;
  /** False when it was counted before. */
  count(counted: CountedMoney): Promise<boolean>;
}

export function depositRows(db: Queryable): DepositRows {
  return {
    find: async ({ platformId, kind, key }) => {
      const [row] = await db.query(sql<CountedMoney>`
        select platform_id as "platformId", kind, key, target, rail, currency, amount, transaction_id as "transactionId",
          created_at as "createdAt"
        from deposit where platform_id = ${platformId} and kind = ${kind} and key = ${key}`);
      return row;
    },
    count: async ({ platformId, kind, key, target, rail, currency, amount, transactionId, createdAt }) => {
      const rows = await db.query(sql`
        insert into deposit (platform_id, kind, key, target, rail, currency, amount, transaction_id, created_at)
        values (${platformId}, ${kind}, ${key}, ${target}, ${rail}, ${currency}, ${amount}, ${transactionId}, ${createdAt})
        on conflict do nothing returning 1`);
      return rows.length > 0;
    },
  };
}
