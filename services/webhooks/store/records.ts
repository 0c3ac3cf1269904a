// The tables of this service: accepted events, their deliveries, attempts, lanes of platforms,
// and signing keys. Times are real time unless stated otherwise.
import { defineEntity, p } from '@mikro-orm/core';
import type { Environment } from '../../kit/core/caller.ts';

export const EventRecord = defineEntity({
  name: 'Event',
  tableName: 'event',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    resource: p.text(),
    sequence: p.bigint('bigint'),
    type: p.text(),
    /** Body and responses are sealed under the key of this customer. */
    customerId: p.uuid().nullable(),
    /** Sealed. Signed and sent as it is at every attempt. */
    body: p.blob().$type<Buffer>(),
    /** In the platform's time. */
    createdAt: p.datetime(3),
    requestId: p.text(),
    /** Of the recorded request that caused it. */
    traceparent: p.text().nullable(),
    acceptedAt: p.datetime(3),
  },
  uniques: [{ properties: ['platformId', 'resource', 'sequence'] }],
});

export type DeliveryState = 'PENDING' | 'DELIVERED' | 'DEAD' | 'NO_ENDPOINT';

export const DeliveryRecord = defineEntity({
  name: 'Delivery',
  tableName: 'delivery',
  properties: {
    platformId: p.uuid().primary(),
    eventId: p.uuid().primary(),
    /** Order of first attempts. */
    position: p.bigint('bigint').autoincrement(),
    /** First attempts of a track are made one after the other. The resource of the event, or the one that it follows. */
    track: p.text(),
    state: p.text().$type<DeliveryState>(),
    isRetried: p.boolean(),
    /** Number of finished attempts. */
    attempts: p.integer().default(0),
    /** Of the next retry. */
    dueAt: p.datetime(3).nullable(),
    giveUpAt: p.datetime(3),
    /** The holder of the lane that claimed it. */
    claim: p.integer().nullable(),
    /** Lead of the platform's clock over the wall. */
    clockOffsetMs: p.bigint('bigint'),
  },
});

/** The process that delivers for a platform. */
export const LaneRecord = defineEntity({
  name: 'Lane',
  tableName: 'lane',
  properties: { platformId: p.uuid().primary(), holder: p.integer(), lockedUntil: p.datetime(3) },
});

export const AttemptRecord = defineEntity({
  name: 'Attempt',
  tableName: 'attempt',
  properties: {
    platformId: p.uuid().primary(),
    eventId: p.uuid().primary(),
    number: p.integer().primary(),
    startedAt: p.datetime(3),
    durationMs: p.integer(),
    /** Null if there was no HTTP response. */
    status: p.integer().nullable(),
    failure: p.text().nullable(),
    /** Sealed: the first 4 KiB. */
    response: p.blob().$type<Buffer>().nullable(),
  },
});

/** The keys that sign webhooks, one or two per environment. */
export const SigningKeyRecord = defineEntity({
  name: 'SigningKey',
  tableName: 'signing_key',
  properties: {
    id: p.uuid().primary(),
    environment: p.text().$type<Environment>(),
    /** SubjectPublicKeyInfo, PEM. */
    publicKey: p.text(),
    /** PKCS #8, DER, sealed. */
    privateKey: p.blob().$type<Buffer>(),
    /** Published from this time on. */
    createdAt: p.datetime(3),
    /** First use. */
    notBefore: p.datetime(3),
  },
  uniques: [{ properties: ['environment', 'notBefore'] }],
});

/** The timeline of the database server, one row. */
export const TimelineRecord = defineEntity({
  name: 'Timeline',
  tableName: 'timeline',
  properties: {
    one: p.boolean().primary(),
    number: p.integer(),
    /** When a process found a timeline that no process had seen. */
    restoredAt: p.datetime(3).nullable(),
  },
});
