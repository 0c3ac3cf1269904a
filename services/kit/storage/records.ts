// The tables that every service has. Nobody administers them: statements write them, and the ORM does not know them.
import { defineEntity, p } from '@mikro-orm/core';
import type { Entity } from './tables.ts';
import { JobRecord, OutboxRecord } from './work-records.ts';

export const IdempotencyRecord = defineEntity({
  name: 'Idempotency',
  tableName: 'idempotency',
  properties: {
    platformId: p.uuid().primary(),
    scope: p.text().primary(),
    key: p.text().primary(),
    fingerprint: p.blob().$type<Buffer>(),
    operationId: p.uuid(),
    leaseUntil: p.datetime(3),
    /** The process that runs the call. */
    holder: p.integer(),
    finishedAt: p.datetime(3).nullable(),
    reply: p.blob().$type<Buffer>().nullable(),
    error: p.blob().$type<Buffer>().nullable(),
    expiresAt: p.datetime(3),
  },
});

/** How far platforms' clocks run ahead of the wall, as this service was told last; those that were never moved are not here. */
export const PlatformClockRecord = defineEntity({
  name: 'PlatformClock',
  tableName: 'platform_clock',
  properties: { platformId: p.uuid().primary(), offsetMs: p.bigint('bigint') },
});

/** Processes that may hold leases of this service, so that one that starts knows of whom the last one left behind. */
export const ProcessRecord = defineEntity({
  name: 'Process',
  tableName: 'process',
  properties: {
    holder: p.integer().primary(),
    /** The wall's; forgotten when all its leases have lapsed. */
    diedAt: p.datetime(3).nullable(),
  },
});

/** Master keys that something here was sealed with. */
export const MasterKeyRecord = defineEntity({
  name: 'MasterKey',
  tableName: 'master_key',
  properties: {
    id: p.blob().$type<Buffer>().primary(),
    /** A known text, sealed with the key. */
    probe: p.blob().$type<Buffer>(),
  },
});

/** The process that audits this service just now, and what the last look found. One row. */
export const AuditRunRecord = defineEntity({
  name: 'AuditRun',
  tableName: 'audit_run',
  properties: {
    one: p.boolean().primary().default(true),
    holder: p.integer(),
    lockedUntil: p.datetime(3).nullable(),
    lookedAt: p.datetime(3).nullable(),
    found: p.integer().nullable(),
  },
});

/** Keys of customers, apart from what they seal, so that they can be left out of backups that are kept long: docs/data-protection.md. */
export const PersonalKeyRecord = defineEntity({
  name: 'PersonalKey',
  tableName: 'personal_key',
  properties: {
    platformId: p.uuid().primary(),
    customerId: p.uuid().primary(),
    /** Sealed; null once the customer was erased. */
    key: p.blob().$type<Buffer>().nullable(),
  },
});

/** Keys of the keyed hashes here. */
export const HashKeyRecord = defineEntity({
  name: 'HashKey',
  tableName: 'hash_key',
  properties: {
    id: p.uuid().primary(),
    /** Sealed. */
    key: p.blob().$type<Buffer>(),
    /** The wall's: from then on it is hashed with. */
    activeAt: p.datetime(3),
    /** The master key that was the newest when it was made. */
    masterKeyId: p.blob().$type<Buffer>().unique(),
  },
});

/** How far each column is resealed under the newest master key. */
export const ResealingRecord = defineEntity({
  name: 'Resealing',
  tableName: 'resealing',
  properties: {
    tableName: p.text().primary(),
    columnName: p.text().primary(),
    masterKeyId: p.blob().$type<Buffer>(),
    /** The primary key of the last row that was looked at. */
    position: p.array().columnType('text[]').nullable(),
    resealed: p.bigint('bigint'),
    /** The wall's. */
    finishedAt: p.datetime(3).nullable(),
  },
});

export const kitTables: readonly Entity[] = [
  JobRecord,
  OutboxRecord,
  IdempotencyRecord,
  PlatformClockRecord,
  ProcessRecord,
  MasterKeyRecord,
  AuditRunRecord,
  PersonalKeyRecord,
  HashKeyRecord,
  ResealingRecord,
];
