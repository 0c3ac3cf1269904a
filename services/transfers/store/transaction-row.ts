// Converts rows and records of transactions.
import type { Sealing } from '../../kit/storage/secrets.ts';
import { arrivedOf } from '../domain/payment/payment.ts';
import { isOutgoing, senderOf, type Transaction } from '../domain/record/transaction.ts';
import type { Refund } from '../domain/shared/machine.ts';
import { kindOf, toDetailsJson } from './transaction-details.ts';
import { type KeyedTransactionRow, openPersonal } from './transaction-personal.ts';
import type { ProgressRow, TransactionRow } from './transaction-record.ts';

export function toProgressRow(transaction: Transaction): ProgressRow {
  const { state, version, updatedAt, settledAt, refund, onChain, failureReason } = transaction;
  const payment = isOutgoing(transaction) ? transaction : undefined;
  const authorization = transaction.kind === 'PAYMENT' ? transaction.authorization : undefined;
  return {
    state,
    version,
    attempt: 'attempt' in transaction ? transaction.attempt : 0,
    rail_checks: 'railChecks' in transaction ? transaction.railChecks : 0,
    arrived_amount: (payment && arrivedOf(payment)) ?? null,
    reserved_on: payment?.reservedOn ?? null,
    operation_id: payment?.operationId ?? null,
    action_id: transaction.actionId ?? null,
    authorization_challenge: authorization ? { ...authorization, expiresAt: authorization.expiresAt.toISOString() } : null,
    updated_at: updatedAt,
    settled_at: settledAt ?? null,
    failure_reason: failureReason ?? null,
    pending_reason: (transaction.kind === 'DEPOSIT' ? transaction.pendingReason : undefined) ?? null,
    refund_status: refund?.status ?? null,
    refund_reason: refund?.reason ?? null,
    refund_initiated_at: refund?.initiatedAt ?? null,
    refund_settled_at: refund?.settledAt ?? null,
    on_chain: onChain ?? null,
  };
}

/** All columns except `lapses_at`, which the database maintains. */
export function toRow(transaction: Transaction, personal: Buffer | null): Omit<TransactionRow, 'lapses_at'> {
  const { sent, received } = transaction;
  const isPayment = isOutgoing(transaction);
  return {
    ...toProgressRow(transaction),
    id: transaction.id,
    platform_id: transaction.platformId,
    environment: transaction.environment,
    clock_offset_ms: BigInt(transaction.clockOffsetMs),
    kind: transaction.kind,
    quote_id: ('quoteId' in transaction ? transaction.quoteId : undefined) ?? null,
    owner: transaction.owner,
    platform_customer_id: transaction.platformCustomerId,
    sender: senderOf(transaction) ?? null,
    sender_key: transaction.senderKey ?? null,
    receiver: transaction.receiver,
    receiver_key: transaction.receiverKey ?? null,
    sent_currency: sent.currency,
    sent_amount: sent.amount,
    received_currency: received.currency,
    received_amount: received.amount,
    fees: isPayment ? transaction.fees : 0n,
    platform_fees: isPayment ? transaction.platformFees : 0n,
    reference: transaction.reference,
    created_at: transaction.createdAt,
    expires_at: transaction.kind === 'PAYMENT' ? transaction.expiresAt : null,
    receipt_confirmed_at: transaction.receiptConfirmedAt ?? null,
    request_id: transaction.requestId,
    agent_id: transaction.agentId ?? null,
    details: toDetailsJson(transaction),
    personal,
  };
}

export function toRecord(row: KeyedTransactionRow, secrets: Sealing): Transaction {
  const refund = refundOf(row);
  const core = {
    id: row.id,
    platformId: row.platform_id,
    environment: row.environment,
    clockOffsetMs: Number(row.clock_offset_ms),
    state: row.state,
    version: row.version,
    owner: row.owner,
    platformCustomerId: row.platform_customer_id,
    receiver: row.receiver,
    sent: { currency: row.sent_currency, amount: row.sent_amount },
    received: { currency: row.received_currency, amount: row.received_amount },
    reference: row.reference,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    requestId: row.request_id,
    ...(row.agent_id !== null && { agentId: row.agent_id }),
    ...(row.action_id !== null && { actionId: row.action_id }),
    ...(row.sender_key && { senderKey: row.sender_key }),
    ...(row.receiver_key && { receiverKey: row.receiver_key }),
    ...(row.settled_at && { settledAt: row.settled_at }),
    ...(row.failure_reason !== null && { failureReason: row.failure_reason }),
    ...(row.receipt_confirmed_at && { receiptConfirmedAt: row.receipt_confirmed_at }),
    ...(row.on_chain && { onChain: row.on_chain }),
    ...(refund && { refund }),
  };
  // State and failure reason belong to the kind, because no others are ever written for it.
  return { ...core, ...kindOf(row, openPersonal(row, secrets)) } as Transaction;
}

function refundOf(row: TransactionRow): Refund | undefined {
  const { refund_status: status, refund_reason: reason, refund_initiated_at: initiatedAt, refund_settled_at: settledAt } = row;
  if (!status || !reason || !initiatedAt) return undefined;
  return { status, reason, initiatedAt, ...(settledAt && { settledAt }) };
}
