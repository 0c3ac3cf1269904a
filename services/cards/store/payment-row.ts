// Converts card transactions between the domain and their rows.
import type { CardTransaction } from '../domain/payment/transaction.ts';
import type { PaymentRow } from './payment-records.ts';

/** `dueAt` is set by the statements. */
export type StoredPayment = Omit<PaymentRow, 'due_at'>;

export function toPaymentRow(transaction: CardTransaction): StoredPayment {
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
    due_pulls: transaction.duePulls,
    clearings: transaction.clearings,
    happening: transaction.happening ?? null,
    version: transaction.version,
    authorized_at: transaction.authorizedAt,
    last_event_at: transaction.lastEventAt ?? null,
    updated_at: transaction.updatedAt,
  };
}

export function fromPaymentRow(row: StoredPayment): CardTransaction {
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
    duePulls: row.due_pulls,
    clearings: row.clearings,
    happening: row.happening ?? undefined,
    version: row.version,
    authorizedAt: row.authorized_at,
    lastEventAt: row.last_event_at ?? undefined,
    updatedAt: row.updated_at,
  };
}
