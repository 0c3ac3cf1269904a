// The tables of this service, except transactions (`transaction-record.ts`).
import { defineEntity, p } from '@mikro-orm/core';
import type { Environment } from '../../kit/core/caller.ts';
import type { ActivityOutcome, ActivityType } from '../domain/record/activity.ts';
import type { Unit } from '../domain/shared/time-pieces.ts';
import type { RequiredField } from '../domain/uma/customer-fields.ts';

/**
 * Counts transactions of a platform (owner '') and of each owner by type and status: in total, per day and, for platforms, per hour of
 * `createdAt` in UTC. Excludes pending changes (`TransactionCountChange`). Never zero.
 */
export const TransactionCountRecord = defineEntity({
  name: 'TransactionCount',
  tableName: 'transaction_count',
  properties: {
    platformId: p.uuid().primary(),
    owner: p.text().primary(),
    unit: p.text().$type<Unit | 'ALL'>().primary(),
    type: p.text().primary(),
    status: p.text().primary(),
    /** Start of the day or hour; `-infinity` for ALL. */
    start: p.datetime(3).primary(),
    count: p.bigint('bigint'),
  },
});

/** A change of a shown status that the counters do not include yet. */
export const TransactionCountChangeRecord = defineEntity({
  name: 'TransactionCountChange',
  tableName: 'transaction_count_change',
  properties: {
    platformId: p.uuid().primary(),
    number: p.bigint('bigint').primary().autoincrement(),
    owner: p.text(),
    type: p.text(),
    /** Of the transaction. */
    createdAt: p.datetime(3),
    /** The status before; null if it did not exist or was hidden. */
    was: p.text().nullable(),
    /** The status after; null if it was removed. */
    became: p.text().nullable(),
  },
});

/** Deposits and debits that rails have reported. A repeated report moves no money again. */
export const DepositRecord = defineEntity({
  name: 'Deposit',
  tableName: 'deposit',
  properties: {
    platformId: p.uuid().primary(),
    kind: p.text().$type<ReportedKind>().primary(),
    /** The rail's id of it. For a returned pull, the key of the pull. */
    key: p.text().primary(),
    /** The transaction to which it was counted. */
    transactionId: p.uuid(),
    /** Public id of the account, or the reference of the quote. */
    target: p.text(),
    rail: p.text(),
    currency: p.text(),
    amount: p.bigint('bigint'),
    createdAt: p.datetime(3),
  },
});

export type ReportedKind = 'DEPOSIT' | 'DEBIT' | 'PULL_RETURN';

/** Lightning invoices that are being paid, or were paid. */
export const InvoicePaymentRecord = defineEntity({
  name: 'InvoicePayment',
  tableName: 'invoice_payment',
  properties: {
    platformId: p.uuid().primary(),
    /** Hash of the invoice. */
    invoice: p.blob().$type<Buffer>().primary(),
    /** The one payment of it. The row is removed if that fails. */
    transactionId: p.uuid(),
  },
});

/** Lookups of receivers, for the few minutes in which quotes may refer to them. */
export const LookupRecord = defineEntity({
  name: 'Lookup',
  tableName: 'lookup',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** UMA address, or public id of an account. */
    receiver: p.text(),
    /** The preferred currency first. Amounts are text in JSON. */
    accepted: p.json<{ currency: string; min: string; max: string }[]>(),
    payerFields: p.json<RequiredField[]>(),
    /** In the platform's time. */
    expiresAt: p.datetime(3),
  },
});

/** Values of currencies in five minutes of platforms' time, the same for all platforms of the environment. */
export const RateSnapshotRecord = defineEntity({
  name: 'RateSnapshot',
  tableName: 'rate_snapshot',
  properties: {
    environment: p.text().$type<Environment>().primary(),
    /** The start of the five minutes. */
    slot: p.datetime(3).primary(),
    takenAt: p.datetime(3),
    /** Decimals as text. */
    worths: p.json<{ currency: string; units: string; dollars: string }[]>(),
    /** Real time. */
    keptAt: p.datetime(3),
  },
});

/** The service fees of a platform. */
export const ServiceFeeRecord = defineEntity({
  name: 'ServiceFee',
  tableName: 'service_fee',
  properties: {
    platformId: p.uuid().primary(),
    sendingCurrency: p.text().primary(),
    receivingCurrency: p.text().primary(),
    /** '': all rails without a fee of their own. */
    rail: p.text().primary(),
    fixed: p.bigint('bigint'),
    variableBps: p.integer(),
    counterpartyFixed: p.bigint('bigint').nullable(),
  },
});

/** Volume limits set by the operator. */
export const VolumeLimitRecord = defineEntity({
  name: 'VolumeLimit',
  tableName: 'volume_limit',
  properties: {
    platformId: p.uuid().primary(),
    sendingCurrency: p.text().primary(),
    receivingCurrency: p.text().primary(),
    singleMax: p.bigint('bigint').nullable(),
    dailyMax: p.bigint('bigint').nullable(),
  },
});

/** Used part of a daily limit. */
export const DailyVolumeRecord = defineEntity({
  name: 'DailyVolume',
  tableName: 'daily_volume',
  properties: {
    platformId: p.uuid().primary(),
    sendingCurrency: p.text().primary(),
    receivingCurrency: p.text().primary(),
    /** In UTC. */
    day: p.date().primary(),
    used: p.bigint('bigint'),
  },
});

/** The progress of each pass through all transactions. Any process continues from there. */
export const AuditMarkRecord = defineEntity({
  name: 'AuditMark',
  tableName: 'audit_mark',
  properties: {
    walk: p.text().primary(),
    /** The last checked transaction. */
    afterId: p.uuid(),
  },
});

/** Findings of the audit. They are checked again in each run until they are resolved. */
export const AuditFindingRecord = defineEntity({
  name: 'AuditFinding',
  tableName: 'audit_finding',
  properties: { platformId: p.uuid().primary(), transactionId: p.uuid().primary() },
});

/** The last subject of the ledger that the audit has checked. One row. */
export const AuditSubjectMarkRecord = defineEntity({
  name: 'AuditSubjectMark',
  tableName: 'audit_subject_mark',
  properties: { one: p.boolean().primary().default(true), platformId: p.uuid(), subject: p.uuid() },
});

/** Subjects with journals, but without a transaction. They are checked again in each run until they are resolved. */
export const StraySubjectRecord = defineEntity({
  name: 'StraySubject',
  tableName: 'stray_subject',
  properties: { platformId: p.uuid().primary(), subject: p.uuid().primary() },
});

/** Calls to the rail and runs of jobs, for developers of sandbox platforms. */
export const ActivityRecord = defineEntity({
  name: 'Activity',
  tableName: 'activity',
  properties: {
    platformId: p.uuid().primary(),
    transactionId: p.uuid().primary(),
    /** In the order of their ends. */
    number: p.bigint('bigint').primary().autoincrement(),
    type: p.text().$type<ActivityType>(),
    name: p.text(),
    outcome: p.text().$type<ActivityOutcome>(),
    result: p.text().nullable(),
    /** When it began, in the platform's time. */
    time: p.datetime(3),
    durationMs: p.integer(),
    requestId: p.text(),
    traceId: p.text().nullable(),
    /** Real time. */
    notedAt: p.datetime(3),
  },
});

/** All tables except transactions. */
export const otherTables = [
  TransactionCountRecord,
  TransactionCountChangeRecord,
  DepositRecord,
  InvoicePaymentRecord,
  LookupRecord,
  RateSnapshotRecord,
  ServiceFeeRecord,
  VolumeLimitRecord,
  DailyVolumeRecord,
  AuditMarkRecord,
  AuditFindingRecord,
  AuditSubjectMarkRecord,
  StraySubjectRecord,
  ActivityRecord,
];
