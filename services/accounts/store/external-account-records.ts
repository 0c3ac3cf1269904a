// The tables of external accounts and their owners, history and challenges.
import { defineEntity, p } from '@mikro-orm/core';
import type {
  BeneficiaryVerificationStatus,
  ExternalAccountStatus,
  OwnershipType,
} from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { ChallengeMethod } from '../domain/ownership/challenge.ts';

/** The coordinates of an account are sealed in `details`. Duplicates are found by a keyed hash. */
export const ExternalAccountRecord = defineEntity({
  name: 'ExternalAccount',
  tableName: 'external_account',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    customerId: p.uuid().nullable(),
    /** The customer, or the platform for its own accounts. Computed by the database. */
    ownerId: p.uuid().defaultRaw('coalesce(customer_id, platform_id)'),
    status: p.smallint().$type<ExternalAccountStatus>(),
    currency: p.text(),
    accountType: p.text(),
    /** Sealed payments.accounts.v1.ExternalAccountInfo. Null once erased. */
    details: p.blob().$type<Buffer>().nullable(),
    identity: p.blob().$type<Buffer>(),
    platformAccountId: p.text().nullable(),
    ownershipType: p.smallint().$type<OwnershipType>().nullable(),
    nameCheck: p.smallint().$type<BeneficiaryVerificationStatus>().nullable(),
    /** Sealed. */
    verifiedName: p.blob().$type<Buffer>().nullable(),
    /** Set: payments to it require no confirmation. */
    trustedAt: p.datetime(3).nullable(),
    /** Unique per owner among accounts that are not deleted, enforced by the database. */
    isUmaDefault: p.boolean().default(false),
    version: p.bigint('bigint').defaultRaw('1'),
    createdAt: p.datetime(3),
    deletedAt: p.datetime(3).nullable(),
  },
  // Among accounts that are not deleted; the second one for defaults only.
  uniques: [{ properties: ['platformId', 'ownerId', 'identity'] }, { properties: ['platformId', 'ownerId'] }],
});

/** Locked by every change to the accounts of an owner, to enforce its limit and its default. */
export const ExternalAccountOwnerRecord = defineEntity({
  name: 'ExternalAccountOwner',
  tableName: 'external_account_owner',
  properties: {
    platformId: p.uuid().primary(),
    ownerId: p.uuid().primary(),
    /** Accounts that are not deleted. */
    accounts: p.integer(),
    /** The customer was deleted: no further accounts. */
    closedAt: p.datetime(3).nullable(),
  },
});

/** Accounts that are not deleted. */
export const ExternalAccountCountRecord = defineEntity({
  name: 'ExternalAccountCount',
  tableName: 'external_account_count',
  properties: {
    platformId: p.uuid().primary(),
    currency: p.text().primary(),
    /** Several rows, so that concurrent creates do not wait for each other. */
    part: p.smallint().primary(),
    accounts: p.bigint('bigint'),
  },
});

export type HistoryEntryKind = 'CREATED' | 'STATUS_CHANGED' | 'CHALLENGED' | 'PROVEN' | 'PROOF_FAILED' | 'DELETED';

/** Append-only. */
export const ExternalAccountHistoryRecord = defineEntity({
  name: 'ExternalAccountHistory',
  tableName: 'external_account_history',
  properties: {
    platformId: p.uuid().primary(),
    accountId: p.uuid().primary(),
    number: p.bigint('bigint').primary().autoincrement(),
    kind: p.text().$type<HistoryEntryKind>(),
    /** The status after the event. */
    status: p.smallint().$type<ExternalAccountStatus>(),
    happenedAt: p.datetime(3),
    requestId: p.text(),
  },
});

/** The latest challenge of an account. */
export const OwnershipChallengeRecord = defineEntity({
  name: 'OwnershipChallenge',
  tableName: 'ownership_challenge',
  properties: {
    platformId: p.uuid().primary(),
    accountId: p.uuid().primary(),
    id: p.uuid(),
    method: p.text().$type<ChallengeMethod>(),
    /** The text to sign, sealed. */
    message: p.blob().$type<Buffer>().nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    spentAt: p.datetime(3).nullable(),
  },
});

/** The latest start of a change of trust in an account. */
export const TrustChallengeRecord = defineEntity({
  name: 'TrustChallenge',
  tableName: 'trust_challenge',
  properties: {
    platformId: p.uuid().primary(),
    accountId: p.uuid().primary(),
    /** Null if the account already had the requested trust. */
    challengeId: p.uuid().nullable(),
    isTrust: p.boolean(),
  },
});

/** Platforms with counterparty rules, now or earlier. */
export const CounterpartyRulesRecord = defineEntity({
  name: 'CounterpartyRules',
  tableName: 'counterparty_rules',
  properties: { platformId: p.uuid().primary(), applies: p.boolean() },
});

export const externalAccountTables = [
  ExternalAccountRecord,
  ExternalAccountOwnerRecord,
  ExternalAccountCountRecord,
  ExternalAccountHistoryRecord,
  OwnershipChallengeRecord,
  TrustChallengeRecord,
  CounterpartyRulesRecord,
];
