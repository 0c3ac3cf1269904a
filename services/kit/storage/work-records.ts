// The tables of pending work: jobs and events.
import type { JsonObject } from '@bufbuild/protobuf';
import { defineEntity, p } from '@mikro-orm/core';
import type { Environment } from '../core/caller.ts';

/** All times are real time, except `runAt`. */
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
    /** In the platform's time. */
    runAt: p.datetime(3),
    dueAt: p.datetime(3),
    attempts: p.integer().default(0),
    /** Identifies the run. A late finisher with another claim is ignored. */
    claim: p.uuid().nullable(),
    lockedUntil: p.datetime(3).nullable(),
    /** The process that runs it. The lease is free when it is dead. */
    holder: p.integer().nullable(),
    lastError: p.text().nullable(),
    /** Unexpected errors since the last success. */
    failures: p.integer().default(0),
    /** Processes in a row that died while they ran it. */
    deaths: p.integer().default(0),
    /** Time of the first of these errors. */
    failingSince: p.datetime(3).nullable(),
    /** Not claimed any more, until it is retried. */
    diedAt: p.datetime(3).nullable(),
    requestId: p.text(),
    /** Of the recorded request that added it. */
    traceparent: p.text().nullable(),
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
    /** The customer of the event. The body is sealed under the customer's key. */
    customerId: p.uuid().nullable(),
    environment: p.text().$type<Environment>(),
    resource: p.text(),
    sequence: p.bigint('bigint'),
    type: p.text(),
    body: p.blob().$type<Buffer>(),
    /** False for bodies without personal data: balances. */
    isSealed: p.boolean().default(true),
    createdAt: p.datetime(3),
    requestId: p.text().nullable(),
    /** Of the recorded request that caused it. */
    traceparent: p.text().nullable(),
    attempts: p.integer().default(0),
    /** On the first row of a resource: the lease of the whole resource. */
    claimedUntil: p.datetime(3).nullable(),
    /** The process with the lease. */
    holder: p.integer().nullable(),
    lastError: p.text().nullable(),
    /** Unexpected errors. */
    failures: p.integer().default(0),
    /** Processes in a row that died while they forwarded it alone. */
    deaths: p.integer().default(0),
    /** Time of the first of these errors. */
    failingSince: p.datetime(3).nullable(),
    /** Later events of the resource do not wait for it any more. */
    diedAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['platformId', 'resource', 'sequence'] }],
});
