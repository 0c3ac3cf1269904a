// Card transactions in the database, and the reports that were applied to them. Concurrent reads are gathered into one statement.
import { sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { gatheredReads } from '../../kit/storage/gathered.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { tablesOf, unnest } from '../../kit/storage/tables.ts';
import { openStates } from '../domain/payment/states.ts';
import type { CardTransaction } from '../domain/payment/transaction.ts';
import { paymentWriter } from './payment-changes.ts';
import { CardReportRecord, PaymentRecord, type PaymentRow } from './payment-records.ts';
import { fromPaymentRow } from './payment-row.ts';

const tables = tablesOf(PaymentRecord, CardReportRecord);

export function paymentRows(db: Queryable, secrets: Sealing) {
  const byId = gatheredReads<Pick<PaymentRow, 'platform_id' | 'id'>, PaymentRow>({
    read: (keys) =>
      db.query(sql<PaymentRow>`
        select card_transaction.* from card_transaction
        join ${unnest(PaymentRecord, ['platform_id', 'id'], keys)} using (platform_id, id)`),
    nameOf: ({ platform_id: platformId, id }) => `${platformId} ${id}`,
  });
  const byToken = gatheredReads<Pick<PaymentRow, 'platform_id' | 'token'>, PaymentRow>({
    read: (keys) =>
      db.query(sql<PaymentRow>`
        select card_transaction.* from card_transaction
        join ${unnest(PaymentRecord, ['platform_id', 'token'], keys)} using (platform_id, token)`),
    nameOf: ({ platform_id: platformId, token }) => `${platformId} ${token}`,
  });
  return {
    async find(platformId: string, id: string): Promise<CardTransaction | undefined> {
      const row = await byId({ platform_id: platformId, id });
      return row && fromPaymentRow(row);
    },
    async findByToken(platformId: string, token: string): Promise<CardTransaction | undefined> {
      const row = await byToken({ platform_id: platformId, token });
      return row && fromPaymentRow(row);
    },
    /** False if nothing was written: the card or the transaction has changed, or the token or the report is known. */
    write: paymentWriter(db, secrets),
    /** Of a card: those that its end would end, up to `limit`. */
    async openOf(platformId: string, cardId: string, limit: number): Promise<CardTransaction[]> {
      const query = tables.selectFrom('card_transaction').selectAll().where('platform_id', '=', platformId);
      const open = query.where('card_id', '=', cardId).where('state', 'in', ['TENTATIVE', ...openStates]);
      return (await db.query(open.limit(limit))).map(fromPaymentRow);
    },
    /** The transaction to which the issuer's event was applied. */
    async reportedFor(platformId: string, eventId: string): Promise<string | undefined> {
      const query = tables.selectFrom('card_report').select('transaction_id').where('platform_id', '=', platformId);
      const [applied] = await db.query(query.where('event_id', '=', eventId));
      return applied?.transaction_id;
    },
  };
}
