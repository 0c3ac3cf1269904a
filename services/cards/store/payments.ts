// Card transactions in the database, and the reports that were applied to them.
import type { Queryable } from '../../kit/storage/database.ts';
import { insertInto, type NewRow, tablesOf } from '../../kit/storage/tables.ts';
import { openStates } from '../domain/payment/states.ts';
import type { CardTransaction } from '../domain/payment/transaction.ts';
import { CardReportRecord, PaymentRecord, type PaymentRow } from './payment-records.ts';

export type PaymentRows = ReturnType<typeof paymentRows>;

/** A report of the issuer that was applied. */
export interface AppliedReport {
  readonly platformId: string;
  readonly eventId: string;
  readonly transactionId: string;
  readonly createdAt: Date;
}

const tables = tablesOf(PaymentRecord, CardReportRecord);

export function paymentRows(db: Queryable) {
  const one = async (where: { readonly platform_id: string; readonly id?: string; readonly token?: string }) => {
    const query = tables.selectFrom('card_transaction').selectAll();
    const [row] = await db.query(query.where(({ and }) => and(where)));
    return row && fromPaymentRow(row);
  };
  return {
    find: (platformId: string, id: string) => one({ platform_id: platformId, id }),
    findByToken: (platformId: string, token: string) => one({ platform_id: platformId, token }),
    /** False if the platform has a transaction with this id or token. */
    async insert(transaction: CardTransaction): Promise<boolean> {
      const insert = insertInto(PaymentRecord, [toPaymentRow(transaction)]);
      const rows = await db.query(insert.onConflict((conflict) => conflict.doNothing()).returning('id'));
      return rows.length > 0;
    },
    /** False if it has changed since `before`. */
    async save(before: CardTransaction, after: CardTransaction): Promise<boolean> {
      const { platform_id: platformId, id, ...columns } = toPaymentRow(after);
      const json = {
        returns: text(columns.returns),
        pending_pulls: text(columns.pending_pulls),
        merchant: text(columns.merchant),
      };
      const happening = columns.happening === null ? null : text(columns.happening);
      const update = tables.updateTable('card_transaction').set({ ...columns, ...json, happening } as never);
      const same = update.where('platform_id', '=', platformId).where('id', '=', id).where('version', '=', before.version);
      return (await db.query(same.returning('id'))).length > 0;
    },
    /** Of a card: those that its end would end, up to `limit`. */
    async openOf(platformId: string, cardId: string, limit: number): Promise<CardTransaction[]> {
      const query = tables.selectFrom('card_transaction').selectAll().where('platform_id', '=', platformId);
      const open = query.where('card_id', '=', cardId).where('state', 'in', ['TENTATIVE', ...openStates]);
      return (await db.query(open.limit(limit))).map(fromPaymentRow);
    },
    /** False if the report was applied before. */
    async addReport({ platformId, eventId, transactionId, createdAt }: AppliedReport): Promise<boolean> {
      const row = { platform_id: platformId, event_id: eventId, transaction_id: transactionId, created_at: createdAt };
      const insert = insertInto(CardReportRecord, [row]).onConflict((conflict) => conflict.doNothing());
      return (await db.query(insert.returning('event_id'))).length > 0;
    },
    /** Whether the event was applied: to this transaction, or to any if none is named. */
    async isReported(platformId: string, eventId: string, transactionId?: string): Promise<boolean> {
      const query = tables.selectFrom('card_report').select('transaction_id').where('platform_id', '=', platformId);
      const [applied] = await db.query(query.where('event_id', '=', eventId));
      return applied !== undefined && (transactionId === undefined || applied.transaction_id === transactionId);
    },
  };
}

const text = (value: unknown) => JSON.stringify(value);

function toPaymentRow(transaction: CardTransaction): NewRow<typeof PaymentRecord> {
  return {
    platform_id: transaction.platformId,
    id: transaction.id,
    card_id: transaction.cardId,
    cardholder_id: transaction.cardholderId,
    platform_customer_id: transaction.platformCustomerId,
    account_id: transaction.accountId,
    funding_currency: transaction.fundingCurrency,
    token: transaction.token,
    direction: transaction.direction,
    state: transaction.state,
    decline_reason: transaction.declineReason ?? null,
    merchant: transaction.merchant,
    currency: transaction.currency,
    authorized: transaction.authorized,
    settled: transaction.settled,
    returns: transaction.returns.map(String),
    held: transaction.held,
    pulled: transaction.pulled,
    owed: transaction.owed,
    pulls: transaction.pulls,
    pending_pulls: transaction.pendingPulls,
    clearings: transaction.clearings,
    happening: transaction.happening ?? null,
    version: transaction.version,
    authorized_at: transaction.authorizedAt,
    last_event_at: transaction.lastEventAt ?? null,
    updated_at: transaction.updatedAt,
  };
}

export function fromPaymentRow(row: PaymentRow): CardTransaction {
  return {
    platformId: row.platform_id,
    id: row.id,
    cardId: row.card_id,
    cardholderId: row.cardholder_id,
    platformCustomerId: row.platform_customer_id,
    accountId: row.account_id,
    fundingCurrency: row.funding_currency,
    token: row.token,
    direction: row.direction,
    state: row.state,
    declineReason: row.decline_reason ?? undefined,
    merchant: row.merchant,
    currency: row.currency,
    authorized: row.authorized,
    settled: row.settled,
    returns: row.returns.map(BigInt),
    held: row.held,
    pulled: row.pulled,
    owed: row.owed,
    pulls: row.pulls,
    pendingPulls: row.pending_pulls,
    clearings: row.clearings,
    happening: row.happening ?? undefined,
    version: row.version,
    authorizedAt: row.authorized_at,
    lastEventAt: row.last_event_at ?? undefined,
    updatedAt: row.updated_at,
  };
}
