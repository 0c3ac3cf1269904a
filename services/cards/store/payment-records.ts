// The tables of card transactions.
import type { JsonObject } from '@bufbuild/protobuf';
import { defineEntity, p } from '@mikro-orm/core';
import type { Environment } from '../../kit/core/caller.ts';
import type { Row } from '../../kit/storage/tables.ts';
import type { FundingCurrency, ProgramCurrency } from '../domain/card.ts';
import type { DeclineReason } from '../domain/payment/decision.ts';
import type { Happening } from '../domain/payment/happening.ts';
import type { Direction, PaymentState } from '../domain/payment/states.ts';

/** Described by `CardTransaction` of the domain. Amounts are in the smallest unit of the card's currency. */
export const PaymentRecord = defineEntity({
  name: 'CardTransaction',
  tableName: 'card_transaction',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    environment: p.text().$type<Environment>(),
    cardId: p.uuid(),
    cardVersion: p.bigint('bigint'),
    cardholderId: p.uuid(),
    platformCustomerId: p.text(),
    accountId: p.uuid(),
    fundingCurrency: p.text().$type<FundingCurrency>(),
    token: p.text(),
    direction: p.text().$type<Direction>(),
    state: p.text().$type<PaymentState>(),
    declineReason: p.text().$type<DeclineReason>().nullable(),
    /** Sealed under the key of the cardholder. */
    merchant: p.blob().$type<Buffer>(),
    currency: p.text().$type<ProgramCurrency>(),
    authorized: p.bigint('bigint'),
    settled: p.bigint('bigint'),
    /** Decimal texts. */
    returns: p.json<readonly string[]>(),
    held: p.bigint('bigint'),
    pulled: p.bigint('bigint'),
    owed: p.bigint('bigint'),
    pulls: p.integer(),
    pendingPulls: p.json<readonly number[]>(),
    clearings: p.integer(),
    happening: p.json<Happening>().nullable(),
    version: p.bigint('bigint'),
    authorizedAt: p.datetime(3),
    lastEventAt: p.datetime(3).nullable(),
    updatedAt: p.datetime(3),
    /** When any process continues the transaction, by the wall. Null: not at all, or in a job. */
    dueAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['platformId', 'token'] }],
});

export type PaymentRow = Row<typeof PaymentRecord>;

/** Requested transactions, until they are decided. Then they have a row in `card_transaction`. */
export const OpeningRecord = defineEntity({
  name: 'CardOpening',
  tableName: 'card_opening',
  properties: {
    platformId: p.uuid().primary(),
    /** Of the transaction. */
    id: p.uuid().primary(),
    cardId: p.uuid(),
    token: p.text(),
    /** The row of the transaction, without the merchant. */
    draft: p.json<JsonObject>(),
    /** Sealed under the key of the cardholder. */
    merchant: p.blob().$type<Buffer>(),
    /** When any process decides it, by the wall. Null: in a job. */
    dueAt: p.datetime(3).nullable(),
  },
});

export type OpeningRow = Row<typeof OpeningRecord>;

/** Reports of the issuer that were applied, so that repeated ones are not. */
export const CardReportRecord = defineEntity({
  name: 'CardReport',
  tableName: 'card_report',
  properties: {
    platformId: p.uuid().primary(),
    /** The issuer's id of the event. */
    eventId: p.text().primary(),
    /** Of the transaction, in the report that has opened it. */
    token: p.text().nullable(),
    transactionId: p.uuid(),
    createdAt: p.datetime(3),
  },
  uniques: [{ properties: ['platformId', 'token'] }],
});

/** Cash that was paid to the card network, or received from it. */
export const CardSettlementRecord = defineEntity({
  name: 'CardSettlement',
  tableName: 'card_settlement',
  properties: {
    platformId: p.uuid().primary(),
    /** The issuer's id of the settlement. */
    eventId: p.text().primary(),
    /** The subject of its journal. */
    id: p.uuid(),
    currency: p.text(),
    /** Positive: paid to the network. */
    amount: p.bigint('bigint'),
    createdAt: p.datetime(3),
  },
  uniques: [{ properties: ['platformId', 'id'] }],
});

/** Progress of the audit: the last transaction that each walk has checked. */
export const AuditMarkRecord = defineEntity({
  name: 'AuditMark',
  tableName: 'audit_mark',
  properties: { walk: p.text().primary(), platformId: p.uuid(), transactionId: p.uuid() },
});

/** Findings of the audit. They are checked again in each run until they are resolved. */
export const AuditFindingRecord = defineEntity({
  name: 'AuditFinding',
  tableName: 'audit_finding',
  properties: { platformId: p.uuid().primary(), transactionId: p.uuid().primary() },
});
