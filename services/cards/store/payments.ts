// Card transactions in the database, and the reports that were applied to them. Concurrent reads are gathered into one statement.
import { type RawBuilder, sql } from 'kysely';
import type { Queryable } from '../../kit/storage/database.ts';
import { apartBy, gatheredReads } from '../../kit/storage/gathered.ts';
import type { Sealing } from '../../kit/storage/secrets.ts';
import { tablesOf, unnest } from '../../kit/storage/tables.ts';
import { openStates } from '../domain/payment/states.ts';
import type { CardTransaction } from '../domain/payment/transaction.ts';
import { paymentWriter } from './payment-changes.ts';
import { CardReportRecord, PaymentRecord, type PaymentRow } from './payment-records.ts';
import { asTransactions, fromKeyedRow, type KeyedPaymentRow, keyedColumns } from './payment-row.ts';

const tables = tablesOf(PaymentRecord, CardReportRecord);

export function paymentRows(db: Queryable, secrets: Sealing) {
  const byId = gatheredReads<Pick<PaymentRow, 'platform_id' | 'id'>, KeyedPaymentRow>({
    read: (keys) =>
      db.query(
        db.isDistributed
          ? ofOnePlatform(keys, sql`id = any(${keys.map(({ id }) => id)}::uuid[])`)
          : storedOrOpening(unnest(PaymentRecord, ['platform_id', 'id'], keys), 'id'),
      ),
    nameOf: ({ platform_id: platformId, id }) => `${platformId} ${id}`,
    apart: apartBy(db, ({ platform_id: platformId }) => platformId),
  });
  const byToken = gatheredReads<Pick<PaymentRow, 'platform_id' | 'token'>, KeyedPaymentRow>({
    read: (keys) =>
      db.query(
        db.isDistributed
          ? ofOnePlatform(keys, sql`token = any(${keys.map(({ token }) => token)}::text[])`)
          : storedOrOpening(unnest(PaymentRecord, ['platform_id', 'token'], keys), 'token'),
      ),
    nameOf: ({ platform_id: platformId, token }) => `${platformId} ${token}`,
    apart: apartBy(db, ({ platform_id: platformId }) => platformId),
  });
  return {
    async find(platformId: string, id: string): Promise<CardTransaction | undefined> {
      const row = await byId({ platform_id: platformId, id });
      return row && fromKeyedRow(row, secrets);
    },
    async findByToken(platformId: string, token: string): Promise<CardTransaction | undefined> {
      const row = await byToken({ platform_id: platformId, token });
      return row && fromKeyedRow(row, secrets);
    },
    /** False if nothing was written: the card or the transaction has changed, or the token or the report is known. */
    write: paymentWriter(db, secrets),
    /** Of a card: those that its end would end, up to `limit`, with requested ones. */
    async openOf(platformId: string, cardId: string, limit: number): Promise<CardTransaction[]> {
      const rows = await db.query(sql<KeyedPaymentRow>`
        select ${keyedColumns(platformId)} from card_transaction
        where platform_id = ${platformId} and card_id = ${cardId} and state = any(${openStates})
        union all
        select ${keyedColumns(platformId)} from card_opening opening ${asTransactions}
        where opening.platform_id = ${platformId} and opening.card_id = ${cardId} limit ${limit}`);
      return rows.map((row) => fromKeyedRow(row, secrets));
    },
    /** The transaction to which the issuer's event was applied. */
    async reportedFor(platformId: string, eventId: string): Promise<string | undefined> {
      const query = tables.selectFrom('card_report').select('transaction_id').where('platform_id', '=', platformId);
      const [applied] = await db.query(query.where('event_id', '=', eventId));
      return applied?.transaction_id;
    },
  };
}

/** Of the listed `new` keys. One statement, because a transaction changes its table when it is decided. */
function storedOrOpening(listed: RawBuilder<unknown>, column: 'id' | 'token'): RawBuilder<KeyedPaymentRow> {
  const isListed = (table: string) => sql`
    ${sql.ref(`${table}.platform_id`)} = new.platform_id and ${sql.ref(`${table}.${column}`)} = ${sql.ref(`new.${column}`)}`;
  return sql`
    select ${keyedColumns()} from ${listed} join card_transaction on ${isListed('card_transaction')}
    union all
    select ${keyedColumns()} from ${listed} join card_opening opening on ${isListed('opening')} ${asTransactions}`;
}

/** The same where the tables are distributed, and the keys have one platform. */
function ofOnePlatform(
  [key]: readonly Pick<PaymentRow, 'platform_id'>[],
  which: RawBuilder<unknown>,
): RawBuilder<KeyedPaymentRow> {
  const [platformId, columns] = [key?.platform_id, keyedColumns(key?.platform_id)];
  return sql`
    select ${columns} from card_transaction where platform_id = ${platformId} and ${which}
    union all
    select ${columns} from (select * from card_opening where platform_id = ${platformId} and ${which}) opening ${asTransactions}`;
}
