// The table of transactions.
import { defineEntity, p } from '@mikro-orm/core';
import type { Environment } from '../../kit/core/caller.ts';
import type { Row } from '../../kit/storage/tables.ts';
import type { PendingReason } from '../domain/incoming/incoming.ts';
import type { Authorization } from '../domain/payment/authorization.ts';
import type { Kind } from '../domain/record/transaction.ts';
import type { FailureReason } from '../domain/shared/failure-reasons.ts';
import type { RefundReason, RefundStatus } from '../domain/shared/machine.ts';
import type { OnChain } from '../domain/shared/on-chain.ts';
import type { DetailsJson } from './details-json.ts';

/** Times are text in JSON. */
export type AuthorizationJson = Omit<Authorization, 'expiresAt'> & { readonly expiresAt: string };

export const TransactionRecord = defineEntity({
  name: 'Transaction',
  tableName: 'transaction',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    environment: p.text().$type<Environment>(),
    clockOffsetMs: p.bigint('bigint'),
    kind: p.text().$type<Kind>(),
    /** docs/payments.md has the states of each kind. */
    state: p.text(),
    /** Sequence of the last webhook. */
    version: p.bigint('bigint'),
    /** Number of attempted holds. For UMA payments, number of deadlines set for the platform. */
    attempt: p.integer(),
    /** Number of polls of the pull or payout. */
    railChecks: p.integer(),
    arrivedAmount: p.bigint('bigint').nullable(),
    /** The UTC day of the daily limit to which it counts. */
    reservedOn: p.date().nullable(),
    /** Id of the executing call. */
    operationId: p.uuid().nullable(),
    quoteId: p.uuid().nullable(),
    /** Public id of the customer or platform. */
    owner: p.text(),
    platformCustomerId: p.text(),
    /** Public ids of accounts, and keyed hashes of their primary identifiers. */
    sender: p.text().nullable(),
    senderKey: p.blob().$type<Buffer>().nullable(),
    receiver: p.text(),
    receiverKey: p.blob().$type<Buffer>().nullable(),
    sentCurrency: p.text(),
    sentAmount: p.bigint('bigint'),
    receivedCurrency: p.text(),
    receivedAmount: p.bigint('bigint'),
    fees: p.bigint('bigint'),
    platformFees: p.bigint('bigint'),
    reference: p.text(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    /** In the platform's time. */
    expiresAt: p.datetime(3).nullable(),
    /** The same instant in real time, while the quote is open. */
    lapsesAt: p.datetime(3).nullable(),
    settledAt: p.datetime(3).nullable(),
    failureReason: p.text().$type<FailureReason>().nullable(),
    refundStatus: p.text().$type<RefundStatus>().nullable(),
    refundReason: p.text().$type<RefundReason>().nullable(),
    refundInitiatedAt: p.datetime(3).nullable(),
    refundSettledAt: p.datetime(3).nullable(),
    /** Why a deposit is on hold. */
    pendingReason: p.text().$type<PendingReason>().nullable(),
    /** The pending challenge of a payment. */
    authorizationChallenge: p.json<AuthorizationJson>().nullable(),
    receiptConfirmedAt: p.datetime(3).nullable(),
    /** The on-chain transactions of its money. */
    onChain: p.json<OnChain>().nullable(),
    requestId: p.text(),
    /** The agent that requested it. */
    agentId: p.uuid().nullable(),
    /** The action of the agent that executes it. */
    actionId: p.uuid().nullable(),
    /** Constant fields that are never searched. */
    details: p.json<DetailsJson>(),
    /** Personal data, sealed under the key of the customer. Null if there is none. */
    personal: p.blob().$type<Buffer>().nullable(),
  },
  /** `quote_id` is unique among payments only. */
  uniques: [{ properties: ['platformId', 'reference'] }, { properties: ['platformId', 'quoteId'] }],
});

export type TransactionRow = Row<typeof TransactionRecord>;

/** The mutable columns. `lapses_at` follows from them. */
export type ProgressRow = Pick<
  TransactionRow,
  | 'state'
  | 'version'
  | 'attempt'
  | 'rail_checks'
  | 'arrived_amount'
  | 'reserved_on'
  | 'operation_id'
  | 'action_id'
  | 'authorization_challenge'
  | 'updated_at'
  | 'settled_at'
  | 'failure_reason'
  | 'pending_reason'
  | 'refund_status'
  | 'refund_reason'
  | 'refund_initiated_at'
  | 'refund_settled_at'
  | 'on_chain'
>;
