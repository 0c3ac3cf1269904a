// The tables of the ledger, and of its audit. Journals, their lines and balances are written by one transaction alone.
import { defineEntity, p } from '@mikro-orm/core';
import type { HouseKind, Part } from '../domain/ledger-account.ts';
import type { AuditKind } from './audit-questions.ts';

export const BalanceRecord = defineEntity({
  name: 'Balance',
  tableName: 'balance',
  properties: {
    /** Of the internal account, or made from what the house account is. */
    id: p.uuid().primary(),
    platformId: p.uuid(),
    kind: p.text().$type<HouseKind | 'INTERNAL'>(),
    rail: p.text().default(''),
    currency: p.text(),
    neverNegative: p.boolean(),
    available: p.bigint('bigint').defaultRaw('0'),
    /** This and the next: of internal accounts. */
    held: p.bigint('bigint').defaultRaw('0'),
    pendingIn: p.bigint('bigint').defaultRaw('0'),
    /** Grows with each event of the internal account. */
    version: p.bigint('bigint').defaultRaw('0'),
    changedAt: p.datetime(3),
  },
});

export const JournalRecord = defineEntity({
  name: 'Journal',
  tableName: 'journal',
  properties: {
    id: p.uuid().primary(),
    platformId: p.uuid(),
    subject: p.uuid(),
    step: p.text(),
    /** Empty: the key is void, and nothing is booked under it. */
    fingerprint: p.blob().$type<Buffer>(),
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
 * A reading of all journals, in the order of their numbers. Balances are compared with the sums of the first one; a second one begins at the
 * beginning again and takes its place when it has come as far.
 */
export const AuditGenerationRecord = defineEntity({
  name: 'AuditGeneration',
  tableName: 'audit_generation',
  properties: {
    number: p.integer().primary(),
    /** The number of the last journal that is in its sums. */
    through: p.bigint('bigint'),
    /** The wall's. */
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

/** Where the rounds through balances, accounts and lines have come to. */
export const AuditMarkRecord = defineEntity({
  name: 'AuditMark',
  tableName: 'audit_mark',
  properties: { round: p.text().primary(), platformId: p.uuid(), id: p.uuid() },
});

/** What is wrong. It is asked again each time, until it is right. */
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
