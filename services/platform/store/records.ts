// The tables of this service.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Environment } from '../../kit/core/caller.ts';
import type { SettingsJson } from '../convert.ts';
import type { FaultType } from '../domain/fault.ts';
import type { Ending } from '../domain/invitation.ts';

export const PlatformRecord = defineEntity({
  name: 'Platform',
  tableName: 'platform',
  properties: {
    platformId: p.uuid().primary(),
    environment: p.text().$type<Environment>(),
    isRegulated: p.boolean(),
    offersInvitations: p.boolean(),
    umaDomain: p.text().nullable(),
    proxyUmaSubdomain: p.text().nullable(),
    webhookEndpoint: p.text().nullable(),
    /** The rest of PlatformConfig, as proto3 JSON. */
    settings: p.json<SettingsJson>(),
    /** Codes of stablecoins that are currencies. */
    tokens: p.array<string>(),
    clockOffsetMs: p.bigint('bigint'),
    version: p.integer(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    /** The platform of which it is a fork. */
    forkedFrom: p.uuid().nullable(),
  },
});

export type PlatformRow = InferEntity<typeof PlatformRecord>;

/** Directory of UMA domains and subdomains, and the platform that claimed each. */
export const UmaNameRecord = defineEntity({
  name: 'UmaName',
  tableName: 'uma_name',
  properties: {
    kind: p.text().$type<UmaNameKind>().primary(),
    name: p.text().primary(),
    platformId: p.uuid(),
    /** Real time. */
    claimedAt: p.datetime(3),
  },
});

/** The column of the platform that contains the name. */
export type UmaNameKind = 'umaDomain' | 'proxyUmaSubdomain';

/** Requested advances of a platform's clock. */
export const ClockAdvanceRecord = defineEntity({
  name: 'ClockAdvance',
  tableName: 'clock_advance',
  properties: {
    platformId: p.uuid().primary(),
    /** Id of the call. Repeating it does not advance further. */
    operationId: p.uuid().primary(),
    targetOffsetMs: p.bigint('bigint'),
    /** The clock has reached the target, and all due work has run. */
    isOver: p.boolean().default(false),
    /** Real time. */
    createdAt: p.datetime(3),
  },
});

export const SnapshotRecord = defineEntity({
  name: 'Snapshot',
  tableName: 'snapshot',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    name: p.text().nullable(),
    /** All services have stored their parts. */
    isTaken: p.boolean(),
    /** The key under which sealed values in it are sealed: resealing does not reach them. */
    masterKeyId: p.blob().$type<Buffer>(),
    /** Real time. */
    createdAt: p.datetime(3),
  },
});

export type SnapshotRow = InferEntity<typeof SnapshotRecord>;

export const InvitationRecord = defineEntity({
  name: 'Invitation',
  tableName: 'invitation',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    code: p.text(),
    environment: p.text().$type<Environment>(),
    /** The inviting customer. */
    customerId: p.uuid(),
    /** Names and UMA addresses as JSON, sealed under the key of the customer. */
    personal: p.blob().$type<Buffer>(),
    amountToSend: p.bigint('bigint').nullable(),
    currency: p.text(),
    endedAs: p.text().$type<Ending['status']>().nullable(),
    /** The operation that ended it. */
    endedBy: p.uuid().nullable(),
    claimedAt: p.datetime(3).nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['platformId', 'code'] }],
});

export type InvitationRow = InferEntity<typeof InvitationRecord>;

/** Directory of invitation codes, which are used without a platform. A code is never reused. */
export const InvitationCodeRecord = defineEntity({
  name: 'InvitationCode',
  tableName: 'invitation_code',
  properties: { code: p.text().primary(), platformId: p.uuid() },
});

/** Faults that sandbox platforms have set. */
export const FaultRecord = defineEntity({
  name: 'Fault',
  tableName: 'fault',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    type: p.text().$type<FaultType>(),
    /** The operation or the type of events, `*` for all. Null for rails. */
    subject: p.text().nullable(),
    /** Null: unlimited. */
    remaining: p.integer().nullable(),
    /** The share that it affects. Null: all. */
    millionths: p.integer().nullable(),
    seed: p.bigint('bigint'),
    delayMs: p.integer().nullable(),
    seenCount: p.bigint('bigint'),
    /** Real time. */
    createdAt: p.datetime(3),
  },
});

export type FaultRow = InferEntity<typeof FaultRecord>;

/** The latest REST requests of sandbox platforms. */
export const LoggedRequestRecord = defineEntity({
  name: 'LoggedRequest',
  tableName: 'logged_request',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** The order in which the platform's requests were committed. */
    number: p.bigint('bigint'),
    requestId: p.text(),
    method: p.text(),
    operation: p.text(),
    status: p.integer(),
    errorCode: p.text().nullable(),
    durationMs: p.integer(),
    tokenId: p.uuid().nullable(),
    resources: p.array<string>(),
    skippedCount: p.integer().nullable(),
    /** Sealed. */
    path: p.blob().$type<Buffer>(),
    /** As JSON, sealed. */
    bodies: p.blob().$type<Buffer>(),
    /** Real time of the beginning. */
    createdAt: p.datetime(3),
  },
  uniques: [{ properties: ['platformId', 'number'] }],
});

/** How many requests of a platform were logged so far. Its row is locked while some are added. */
export const RequestCountRecord = defineEntity({
  name: 'RequestCount',
  tableName: 'request_count',
  properties: { platformId: p.uuid().primary(), count: p.bigint('bigint') },
});
