// The tables of this service: events as they were accepted, how far each is on its way, what came of every attempt, who delivers for which
// platform, and the keys that sign. Times are the wall's unless they say otherwise.
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
    /** Whom it concerns: body and responses are sealed under the key of the customer. */
    customerId: p.uuid().nullable(),
    /** Sealed: what is signed and sent, at every attempt. */
    body: p.blob().$type<Buffer>(),
    /** The platform's time. */
    createdAt: p.datetime(3),
    requestId: p.text(),
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
    /** First attempts leave in this order. */
    position: p.bigint('bigint').autoincrement(),
    resource: p.text(),
    state: p.text().$type<DeliveryState>(),
    isRetried: p.boolean(),
    /** That have ended. */
    attempts: p.integer().default(0),
    /** Of the next retry. */
    dueAt: p.datetime(3).nullable(),
    giveUpAt: p.datetime(3),
    /** The holder of the lane, who has it in hand. */
    claim: p.integer().nullable(),
    /** Of the platform: its time is the wall's and this. */
    clockOffsetMs: p.bigint('bigint'),
  },
});

/** The one process that delivers for a platform now. */
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
    /** Null when no HTTP answer came. */
    status: p.integer().nullable(),
    failure: p.text().nullable(),
    /** Sealed: the first 4 KiB. */
    response: p.blob().$type<Buffer>().nullable(),
  },
});

/** The keys that sign webhooks, one or two for each environment. */
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
    /** Published from here on. */
    createdAt: p.datetime(3),
    /** First use. */
    notBefore: p.datetime(3),
  },
  uniques: [{ properties: ['environment', 'notBefore'] }],
});
