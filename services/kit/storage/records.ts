// The tables that every service has. They are not administered: statements write them, and the ORM does not know them.
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

/** How far platforms' clocks run ahead of the wall, as this service last received it. Only platforms whose clock was advanced. */
export const PlatformClockRecord = defineEntity({
  name: 'PlatformClock',
  tableName: 'platform_clock',
  properties: { platformId: p.uuid().primary(), offsetMs: p.bigint('bigint') },
});

/** Platforms of a distributed database that have rows in this service. Empty in others. Rows stay forever: statements rely on them. */
export const PlacedPlatformRecord = defineEntity({
  name: 'PlacedPlatform',
  tableName: 'placed_platform',
  properties: { platformId: p.uuid().primary() },
});

/** Processes that may hold leases of this service, so that a starting process knows the holders of existing leases. */
export const ProcessRecord = defineEntity({
  name: 'Process',
  tableName: 'process',
  properties: {
    holder: p.integer().primary(),
    /** The master key under which it seals. */
    masterKeyId: p.blob().$type<Buffer>(),
    /** Real time. The row is removed when all leases have expired. */
    diedAt: p.datetime(3).nullable(),
  },
});

/** Master keys under which values of this service were sealed. */
export const MasterKeyRecord = defineEntity({
  name: 'MasterKey',
  tableName: 'master_key',
  properties: {
    id: p.blob().$type<Buffer>().primary(),
    /** A known text, sealed with the key. */
    probe: p.blob().$type<Buffer>(),
    /** When the last value under it was resealed. It seals no more values. */
    retiredAt: p.datetime(3).nullable(),
  },
});

/** The process that runs the audit of this service, and the last result. One row. */
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

/** Keys of customers, in a separate table so that they can be excluded from long-term backups: docs/data-protection.md. */
export const PersonalKeyRecord = defineEntity({
  name: 'PersonalKey',
  tableName: 'personal_key',
  properties: {
    platformId: p.uuid().primary(),
    customerId: p.uuid().primary(),
    /** Sealed. Null once the customer was erased. */
    key: p.blob().$type<Buffer>().nullable(),
  },
});

/** Rows of a table of a platform, as they were when a snapshot was taken. */
export const SnapshotPartRecord = defineEntity({
  name: 'SnapshotPart',
  tableName: 'snapshot_part',
  properties: {
    platformId: p.uuid().primary(),
    snapshotId: p.uuid().primary(),
    tableName: p.text().primary(),
    number: p.integer().primary(),
    /** A JSON array of rows, as PostgreSQL writes them. */
    content: p.text(),
  },
});

/** Keys of the keyed hashes of this service. */
export const HashKeyRecord = defineEntity({
  name: 'HashKey',
  tableName: 'hash_key',
  properties: {
    id: p.uuid().primary(),
    /** Sealed. */
    key: p.blob().$type<Buffer>(),
    /** Real time from which it is used for new hashes. */
    activeAt: p.datetime(3),
    /** The newest master key at its creation. */
    masterKeyId: p.blob().$type<Buffer>().unique(),
  },
});

/** Progress of resealing each column under the newest master key. */
export const ResealingRecord = defineEntity({
  name: 'Resealing',
  tableName: 'resealing',
  properties: {
    tableName: p.text().primary(),
    columnName: p.text().primary(),
    masterKeyId: p.blob().$type<Buffer>(),
    /** The primary key of the last processed row. */
    position: p.array().columnType('text[]').nullable(),
    resealed: p.bigint('bigint'),
    /** Real time. */
    finishedAt: p.datetime(3).nullable(),
  },
});

export const kitTables: readonly Entity[] = [
  JobRecord,
  OutboxRecord,
  IdempotencyRecord,
  PlatformClockRecord,
  PlacedPlatformRecord,
  ProcessRecord,
  MasterKeyRecord,
  AuditRunRecord,
  PersonalKeyRecord,
  SnapshotPartRecord,
  HashKeyRecord,
  ResealingRecord,
];
