// Deposits and debits that rails have reported. Each is counted once.
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, tablesOf } from '../../kit/storage/tables.ts';
import { DepositRecord, type ReportedKind } from './records.ts';

/** A report of a rail on received or sent money. */
export interface ReportedMoney {
  readonly platformId: string;
  readonly kind: ReportedKind;
  /** The rail's id of it. */
  readonly key: string;
  /** Public id of the account, or the reference of the quote. */
  readonly target: string;
  /** Empty if the reference determines it. */
  readonly rail: string;
  readonly currency: string;
  readonly amount: bigint;
}

/** With the uuid of the transaction to which it was counted. */
export interface CountedMoney extends ReportedMoney {
  readonly transactionId: string;
  readonly createdAt: Date;
}

export interface DepositRows {
  find(reported: Pick<ReportedMoney, 'platformId' | 'kind' | 'key'>): Promise<CountedMoney | undefined>;
  /** The keys of the money that was counted to these transactions, by their ids. */
  keysOf(platformId: string, transactionIds: readonly string[]): Promise<Map<string, string>>;
  /** False if it was already counted. */
  count(counted: CountedMoney): Promise<boolean>;
}

const tables = tablesOf(DepositRecord);

export function depositRows(db: Queryable): DepositRows {
  return {
    find: async ({ platformId, kind, key }) => {
      const named = { platform_id: platformId, kind, key };
      const one = tables.selectFrom('deposit').where(({ and }) => and(named));
      const [row] = await db.query(one.selectAll());
      if (!row) return undefined;
      const { platform_id: _, transaction_id: transactionId, created_at: createdAt, ...rest } = row;
      return { ...rest, platformId, transactionId, createdAt };
    },
    keysOf: async (platformId, transactionIds) => {
      const counted = tables.selectFrom('deposit').select(['transaction_id', 'key']);
      const rows = await db.query(
        counted.where('platform_id', '=', platformId).where('transaction_id', 'in', [...new Set(transactionIds)]),
      );
      return new Map(rows.map((row) => [row.transaction_id, row.key]));
    },
    count: async ({ platformId, transactionId, createdAt, ...rest }) => {
      const { kind, key, target, rail, currency, amount } = rest;
      const row = { platform_id: platformId, kind, key, target, rail, currency, amount };
      const insert = insertInto(DepositRecord, [{ ...row, transaction_id: transactionId, created_at: createdAt }]);
      const rows = await db.query(insert.onConflict((conflict) => conflict.doNothing()).returning('key'));
      return rows.length > 0;
    },
  };
}
