// The tables of the ledger and its audit. One transaction writes a journal with its lines and balances.
import { defineEntity, p } from '@mikro-orm/core';
import type { HouseKind, Part } from '../domain/ledger-account.ts';
import type { AuditKind } from './audit-questions.ts';

export const BalanceRecord = defineEntity({
  name: 'Balance',
  tableName: 'balance',
  properties: {
    platformId: p.uuid().primary(),
    /** Id of the internal account, or derived from the house account. */
    id: p.uuid().primary(),
    kind: p.text().$type<HouseKind | 'INTERNAL'>(),
    subaccount: p.text().default(''),
    currency: p.text(),
    neverNegative: p.boolean(),
    available: p.bigint('bigint').defaultRaw('0'),
    /** This and the next one: for internal accounts. */
    held: p.bigint('bigint').defaultRaw('0'),
    pendingIn: p.bigint('bigint').defaultRaw('0'),
    /** Increases with each event of the internal account. */
    version: p.bigint('bigint').defaultRaw('0'),
    changedAt: p.datetime(3),
  },
});

export const JournalRecord = defineEntity({
  name: 'Journal',
  tableName: 'journal',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    subject: p.uuid(),
    step: p.text(),
    /** Empty: the key is void. */
    fingerprint: p.blob().$type<Buffer>(),
    /** The agent that requested the transaction, and its action. */
    agentId: p.uuid().nullable(),
    actionId: p.uuid().nullable(),
    createdAt: p.datetime(3),
    /** The order of booking. */
    number: p.bigint('bigint').autoincrement(),
  },
  uniques: [{ properties: ['platformId', 'subject', 'step'] }],
});

export const PostingRecord = defineEntity({
  name: 'Posting',
  tableName: 'posting',
  properties: {
    platformId: p.uuid().primary(),
    journalId: p.uuid().primary(),
    line: p.smallint().primary(),
    balanceId: p.uuid(),
    part: p.text().$type<Part>(),
    currency: p.text(),
    amount: p.bigint('bigint'),
  },
});

/**
 * A pass through all journals in the order of their numbers. Balances are compared with the sums of the first pass. A second pass starts at
 * the beginning and replaces the first when it has caught up.
 */
export const AuditGenerationRecord = defineEntity({
  name: 'AuditGeneration',
  tableName: 'audit_generation',
  properties: {
    number: p.integer().primary(),
    /** The number of the last journal in its sums. */
    through: p.bigint('bigint'),
    /** Real time. */
    begunAt: p.datetime(3),
  },
});

export const AuditedSumRecord = defineEntity({
  name: 'AuditedSum',
  tableName: 'audited_sum',
  properties: {
    platformId: p.uuid().primary(),
    balanceId: p.uuid().primary(),
    part: p.text().$type<Part>().primary(),
    generation: p.integer().primary(),
    amount: p.bigint('bigint'),
  },
});

/** The positions of the passes through balances, accounts and lines. */
export const AuditMarkRecord = defineEntity({
  name: 'AuditMark',
  tableName: 'audit_mark',
  properties: { round: p.text().primary(), platformId: p.uuid(), id: p.uuid() },
});

/** A violation. It is checked again in each run until it is resolved. */
export const AuditFindingRecord = defineEntity({
  name: 'AuditFinding',
  tableName: 'audit_finding',
  properties: {
    platformId: p.uuid().primary(),
    kind: p.text().$type<AuditKind>().primary(),
    id: p.uuid().primary(),
    finding: p.text(),
  },
});

export const ledgerTables = [
  BalanceRecord,
  JournalRecord,
  PostingRecord,
  AuditGenerationRecord,
  AuditedSumRecord,
  AuditMarkRecord,
  AuditFindingRecord,
];
