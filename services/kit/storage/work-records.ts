// The tables of work that is left behind: jobs and events.
import type { JsonObject } from '@bufbuild/protobuf';
import { defineEntity, p } from '@mikro-orm/core';
import type { Environment } from '../core/caller.ts';

/** Times are the wall's but for `runAt`. */
export const JobRecord = defineEntity({
  name: 'Job',
  tableName: 'job',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary().defaultRaw('gen_random_uuid()'),
    kind: p.text(),
    key: p.text(),
    environment: p.text().$type<Environment>(),
    clockOffsetMs: p.bigint('bigint'),
    payload: p.json<JsonObject>(),
    /** The platform's time. */
    runAt: p.datetime(3),
    dueAt: p.datetime(3),
    attempts: p.integer().default(0),
    /** Who runs it; another claim makes a late finisher harmless. */
    claim: p.uuid().nullable(),
    lockedUntil: p.datetime(3).nullable(),
    /** The process that runs it: when it is dead, the lease is free. */
    holder: p.integer().nullable(),
    lastError: p.text().nullable(),
    /** Unexpected errors since it last got anywhere. */
    failures: p.integer().default(0),
    /** Processes that ended while they ran it, since one of them did not. */
    deaths: p.integer().default(0),
    /** Time of the first of them. */
    failingSince: p.datetime(3).nullable(),
    /** Nobody takes it any more, until it is retried. */
    diedAt: p.datetime(3).nullable(),
    requestId: p.text(),
    createdAt: p.datetime(3),
  },
  uniques: [{ properties: ['platformId', 'kind', 'key'] }],
});

export const OutboxRecord = defineEntity({
  name: 'Outbox',
  tableName: 'outbox',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** Whom it concerns: the body is sealed under the key of the customer. */
    customerId: p.uuid().nullable(),
    environment: p.text().$type<Environment>(),
    resource: p.text(),
    sequence: p.bigint('bigint'),
    type: p.text(),
    body: p.blob().$type<Buffer>(),
    /** False for bodies that identify nobody: the ledger's balances. */
    isSealed: p.boolean().default(true),
    createdAt: p.datetime(3),
    requestId: p.text().nullable(),
    attempts: p.integer().default(0),
    /** On the first row of a resource: the lease of the whole resource. */
    claimedUntil: p.datetime(3).nullable(),
    /** The process that has the lease. */
    holder: p.integer().nullable(),
    lastError: p.text().nullable(),
    /** Unexpected errors. */
    failures: p.integer().default(0),
    /** Time of the first of them. */
    failingSince: p.datetime(3).nullable(),
    /** Those that follow of its resource do not wait for it any more. */
    diedAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['platformId', 'resource', 'sequence'] }],
});
