// The tables of this service.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Environment } from '../../kit/core/caller.ts';
import type {
  FailureReason,
  Funding,
  OperationKind,
  OperationStatus,
  PayoutRail,
  SandboxOutcome,
  SourceType,
} from '../domain/operation.ts';
import type { AccountStatus, Provider } from '../domain/provider-account.ts';
import type { IssuanceStatus, ServiceStatus } from '../domain/stablecoin.ts';

/** Links to accounts at providers. At most one per account is not REVOKED. */
export const ProviderAccountRecord = defineEntity({
  name: 'ProviderAccount',
  tableName: 'provider_account',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    provider: p.text().$type<Provider>(),
    /** The provider's own id. */
    providerAccountId: p.text(),
    status: p.text().$type<AccountStatus>(),
    /** `apiClientId` and `apiClientSecret` as JSON, sealed. */
    credentials: p.blob().$type<Buffer>(),
    /** The call that linked the account last. */
    linkedBy: p.uuid(),
    verifiedAt: p.datetime(3),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  uniques: [{ properties: ['platformId', 'provider', 'providerAccountId'] }], // of those that are not REVOKED
});

export type ProviderAccountRow = InferEntity<typeof ProviderAccountRecord>;

/** Registered tokens. Identifiers are unique among those that are not FAILED. */
export const StablecoinRecord = defineEntity({
  name: 'Stablecoin',
  tableName: 'stablecoin',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    provider: p.text().$type<Provider>(),
    /** The link through which the token is issued. */
    linkId: p.uuid(),
    providerTokenIdentifier: p.text(),
    networkTokenIdentifier: p.text(),
    name: p.text(),
    symbol: p.text(),
    baseCurrency: p.text(),
    decimals: p.integer(),
    issuanceStatus: p.text().$type<IssuanceStatus>(),
    serviceStatus: p.text().$type<ServiceStatus>(),
    currency: p.text().nullable(),
    /** The call that registered the token last. */
    registeredBy: p.uuid(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  uniques: [
    { properties: ['platformId', 'linkId', 'providerTokenIdentifier'] },
    { properties: ['platformId', 'networkTokenIdentifier'] },
    { properties: ['platformId', 'symbol'] },
  ],
});

export type StablecoinRow = InferEntity<typeof StablecoinRecord>;

/** Mints and burns. */
export const OperationRecord = defineEntity({
  name: 'StablecoinOperation',
  tableName: 'operation',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    kind: p.text().$type<OperationKind>(),
    stablecoinId: p.uuid(),
    status: p.text().$type<OperationStatus>(),
    amount: p.bigint('bigint'),
    cents: p.bigint('bigint'),
    /** Provider, link and code of the token when the operation was requested. */
    provider: p.text().$type<Provider>(),
    linkId: p.uuid(),
    providerTokenIdentifier: p.text(),
    sourceType: p.text().$type<SourceType>(),
    sourceAccountId: p.uuid().nullable(),
    destinationAccountId: p.uuid(),
    rail: p.text().$type<PayoutRail>().nullable(),
    /** Sealed, because it may name persons. */
    description: p.blob().$type<Buffer>().nullable(),
    attempts: p.integer(),
    acceptedAt: p.datetime(3).nullable(),
    funding: p.json<Funding>().nullable(),
    expiresAt: p.datetime(3).nullable(),
    providerStatuses: p.array<string>(),
    failureReason: p.text().$type<FailureReason>().nullable(),
    sandboxOutcome: p.text().$type<SandboxOutcome>().nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type OperationRow = InferEntity<typeof OperationRecord>;

/** The mints and burns of a platform in the current minute. */
export const OperationWindowRecord = defineEntity({
  name: 'OperationWindow',
  tableName: 'operation_window',
  properties: {
    platformId: p.uuid().primary(),
    /** Real time. */
    since: p.datetime(3),
    operations: p.integer(),
  },
});

/** Directory of network tokens, and the registration that holds each. */
export const NetworkTokenRecord = defineEntity({
  name: 'NetworkToken',
  tableName: 'network_token',
  properties: {
    environment: p.text().$type<Environment>().primary(),
    token: p.text().primary(),
    platformId: p.uuid(),
    stablecoinId: p.uuid(),
    /** Real time. */
    claimedAt: p.datetime(3),
  },
});

/** Progress of the audit: the last operation that it has checked. */
export const AuditMarkRecord = defineEntity({
  name: 'StablecoinAuditMark',
  tableName: 'audit_mark',
  properties: { walk: p.text().primary(), platformId: p.uuid(), operationId: p.uuid() },
});

/** Findings of the audit. They are checked again in each run until they are resolved. */
export const AuditFindingRecord = defineEntity({
  name: 'StablecoinAuditFinding',
  tableName: 'audit_finding',
  properties: { platformId: p.uuid().primary(), operationId: p.uuid().primary() },
});
