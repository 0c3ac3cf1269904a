// Converts card transactions between the domain and their rows. Their merchants are sealed under the key of the cardholder.
import type { JsonObject } from '@bufbuild/protobuf';
import { sql } from 'kysely';
import { type KeyedRow, openerOf, type PersonalKey, personalKeyColumn } from '../../kit/storage/personal-keys.ts';
import type { Place, Sealing } from '../../kit/storage/secrets.ts';
import type { AnonymousTransaction, CardTransaction, Merchant } from '../domain/payment/transaction.ts';
import type { PaymentRow } from './payment-records.ts';

/** `dueAt` is set by the statements. */
export type StoredPayment = Omit<PaymentRow, 'due_at' | 'merchant'>;

/** A row with the key that opens its merchant. */
export type KeyedPaymentRow = PaymentRow & Pick<KeyedRow, 'personal_key'>;

/** The row of a requested transaction, as it is kept until the decision. */
export function draftOf(transaction: AnonymousTransaction): JsonObject {
  const texts = Object.entries(toPaymentRow(transaction)).map(([column, value]) => [
    column,
    typeof value === 'bigint' ? `${value}` : value,
  ]);
  return Object.fromEntries(texts);
}

/** After `card_opening opening` in a join: requested transactions as rows of `card_transaction`. A fork has the drafts of its platform. */
export const asTransactions = sql`cross join lateral jsonb_populate_record(null::card_transaction, opening.draft ||
  jsonb_build_object('platform_id', opening.platform_id, 'merchant', opening.merchant::text)) card_transaction`;

/** All columns of `KeyedPaymentRow`. */
export const keyedColumns = (platformId?: string) =>
  sql`card_transaction.*, ${personalKeyColumn('card_transaction', sql.ref('card_transaction.cardholder_id'), platformId)}`;

const placeOf = (id: string): Place => ({ purpose: 'cards.merchant', row: id });

export function sealMerchant({ id, merchant }: CardTransaction, key: PersonalKey): Buffer {
  return key.seal(JSON.stringify(merchant), placeOf(id));
}

export function fromKeyedRow(row: KeyedPaymentRow, secrets: Sealing): CardTransaction {
  const key = openerOf({ customer_id: row.cardholder_id, personal_key: row.personal_key }, secrets);
  const merchant = key ? (JSON.parse(key.open(row.merchant, placeOf(row.id)).toString()) as Merchant) : erasedMerchant;
  return { ...fromPaymentRow(row), merchant };
}

/** Replaces merchants in transactions of an erased customer. */
const erasedMerchant: Merchant = { descriptor: '$erased' };

export function toPaymentRow(transaction: AnonymousTransaction): StoredPayment {
  return {
    platform_id: transaction.platformId,
    id: transaction.id,
    environment: transaction.environment,
    card_id: transaction.cardId,
    card_version: transaction.cardVersion,
    cardholder_id: transaction.cardholderId,
    platform_customer_id: transaction.platformCustomerId,
    account_id: transaction.accountId,
    funding_currency: transaction.fundingCurrency,
    token: transaction.token,
    direction: transaction.direction,
    state: transaction.state,
    decline_reason: transaction.declineReason ?? null,
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

export function fromPaymentRow(row: StoredPayment): AnonymousTransaction {
  return {
    platformId: row.platform_id,
    environment: row.environment,
    id: row.id,
    cardId: row.card_id,
    cardVersion: row.card_version,
    cardholderId: row.cardholder_id,
    platformCustomerId: row.platform_customer_id,
    accountId: row.account_id,
    fundingCurrency: row.funding_currency,
    token: row.token,
    direction: row.direction,
    state: row.state,
    declineReason: row.decline_reason ?? undefined,
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
