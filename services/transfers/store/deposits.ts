// Deposits that rails have told of: each is counted once.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/database.ts';

/** A deposit, and the transaction that it was counted for. */
export interface CountedDeposit {
  readonly platformId: string;
  /** The rail's own name of it. */
  readonly key: string;
  readonly transactionId: string;
  readonly createdAt: Date;
}

export interface DepositRows {
  /** uuid of the transaction that the deposit was counted for. */
  find(platformId: string, key: string): Promise<string | undefined>;
  /** False when it was counted before. */
  count(deposit: CountedDeposit): Promise<boolean>;
}

export function depositRows(db: Queryable): DepositRows {
  return {
    find: async (platformId, key) => {
      const [row] = await db.query(sql<{ transaction_id: string }>`
        select transaction_id from deposit where platform_id = ${platformId} and key = ${key}`);
      return row?.transaction_id;
    },
    count: async ({ platformId, key, transactionId, createdAt }) => {
      const rows = await db.query(sql`
        insert into deposit (platform_id, key, transaction_id, created_at)
        values (${platformId}, ${key}, ${transactionId}, ${createdAt}) on conflict do nothing returning 1`);
      return rows.length > 0;
    },
  };
}
