// The audit's walks through the card transactions of all platforms, in the order of their keys, and its findings.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { byPlatform } from '../../kit/storage/distributed.ts';
import { settleFindings } from '../../kit/storage/findings.ts';
import { insertInto, tablesOf, unnest } from '../../kit/storage/tables.ts';
import type { AnonymousTransaction } from '../domain/payment/transaction.ts';
import { AuditFindingRecord, AuditMarkRecord, type PaymentRow } from './payment-records.ts';
import { asTransactions, fromPaymentRow } from './payment-row.ts';

/** Identifies a transaction. */
export type PaymentKey = Pick<AnonymousTransaction, 'platformId' | 'id'>;

export interface Stretch {
  /** Exclusive. */
  readonly after: PaymentKey;
  /** Only transactions that hold or owe something. */
  readonly isClaiming: boolean;
  readonly limit: number;
}

const tables = tablesOf(AuditMarkRecord, AuditFindingRecord);

export function auditRows(db: Queryable) {
  return {
    /** The position of a walk. Undefined before its first step. */
    async mark(walk: string): Promise<PaymentKey | undefined> {
      const [row] = await db.query(tables.selectFrom('audit_mark').selectAll().where('walk', '=', walk));
      return row && { platformId: row.platform_id, id: row.transaction_id };
    },
    async setMark(walk: string, { platformId, id }: PaymentKey): Promise<void> {
      const position = { platform_id: platformId, transaction_id: id };
      const insert = insertInto(AuditMarkRecord, [{ walk, ...position }]);
      await db.query(insert.onConflict((conflict) => conflict.column('walk').doUpdateSet(position)));
    },
    async next({ after, isClaiming, limit }: Stretch): Promise<AnonymousTransaction[]> {
      const claiming = isClaiming ? sql`and (held > 0 or owed > 0)` : sql``;
      const rows = await db.query(sql<PaymentRow>`
        select * from card_transaction where (platform_id, id) > (${after.platformId}::uuid, ${after.id}::uuid) ${claiming}
        order by platform_id, id limit ${limit}`);
      return rows.map(fromPaymentRow);
    },
    async some(keys: readonly PaymentKey[]): Promise<AnonymousTransaction[]> {
      const run = (own: readonly PaymentKey[]) =>
        db.query(sql<PaymentRow>`
          select card_transaction.* from ${listed(own)}
          join card_transaction on card_transaction.platform_id = new.platform_id and id = transaction_id order by id`);
      const rows = await byPlatform(db, keys, { platformOf: ({ platformId }) => platformId, run });
      return rows.map(fromPaymentRow);
    },
    /** Open transactions, requested and begun ones, that are due at no time and have no job. Time and job are written in the same commits. */
    async orphans(): Promise<AnonymousTransaction[]> {
      const rows = await db.query(sql<PaymentRow>`
        select * from card_transaction
        where due_at is null and (happening is not null or state in ('AUTHORIZED', 'PARTIALLY_SETTLED')) and not ${hasJob('card_transaction')}
        order by platform_id, id limit ${foundMax}`);
      const openings = await db.query(sql<PaymentRow>`
        select card_transaction.* from card_opening opening ${asTransactions}
        where opening.due_at is null and not ${hasJob('opening')} order by opening.platform_id, opening.id limit ${foundMax}`);
      return [...rows, ...openings].map(fromPaymentRow);
    },
    /** Transactions that differed from the ledger. */
    async found(): Promise<PaymentKey[]> {
      const all = tables.selectFrom('audit_finding').selectAll();
      const rows = await db.query(all.orderBy('platform_id').orderBy('transaction_id').limit(foundMax));
      return rows.map(({ platform_id: platformId, transaction_id: id }) => ({ platformId, id }));
    },
    /** Adds and removes findings. */
    settle: (wrong: readonly PaymentKey[], resolved: readonly PaymentKey[]): Promise<void> =>
      settleFindings(db, findings, { wrong, resolved }),
  };
}

const hasJob = (table: 'card_transaction' | 'opening') => sql`
  exists (
    select from job where job.platform_id = ${sql.ref(`${table}.platform_id`)} and kind in ('carry-out', 'expire-payment')
      and key in (${sql.ref(`${table}.id`)}::text, ${sql.ref(`${table}.id`)} || ' ' || card_transaction.version)
  )`;

const findings = { table: 'audit_finding', column: 'transaction_id' };
const foundMax = 100;

const listed = (keys: readonly PaymentKey[]) =>
  unnest(
    AuditFindingRecord,
    ['platform_id', 'transaction_id'],
    keys.map(({ platformId, id }) => ({ platform_id: platformId, transaction_id: id })),
  );
