// The tables of strong customer authentication: failures, sessions, factors and challenges.
import { defineEntity, p } from '@mikro-orm/core';
import type { Factor, ScaChallenge, Subject } from '../domain/sca/challenge.ts';
import type { ResetState } from '../domain/sca/reset.ts';

export const ScaCustomerRecord = defineEntity({
  name: 'ScaCustomer',
  tableName: 'sca_customer',
  properties: {
    platformId: p.uuid().primary(),
    customerId: p.uuid().primary(),
    failedAttempts: p.integer().default(0),
    lockedUntil: p.datetime(3).nullable(),
    sessionExpiresAt: p.datetime(3).nullable(),
    /** Sealed under the customer's key. */
    sessionIp: p.blob().$type<Buffer>().nullable(),
    /** The number of a reset, sealed in the same way, until the customer has it. */
    phone: p.blob().$type<Buffer>().nullable(),
  },
});

/** Authenticator apps: enrolled, or pending. */
export const ScaTotpRecord = defineEntity({
  name: 'ScaTotp',
  tableName: 'sca_totp',
  properties: {
    platformId: p.uuid().primary(),
    customerId: p.uuid().primary(),
    /** Hex, sealed under the customer's key. */
    secret: p.blob().$type<Buffer>(),
    /** The last step whose code was used. */
    usedStep: p.integer(),
    /** Of unused recovery codes, keyed by the secret. */
    recoveryHashes: p.array<string>(),
    /** The end of a pending enrollment. */
    expiresAt: p.datetime(3),
    enrolledAt: p.datetime(3).nullable(),
  },
});

/** Passkeys of customers: enrolled, or pending. */
export const ScaPasskeyRecord = defineEntity({
  name: 'ScaPasskey',
  tableName: 'sca_passkey',
  properties: {
    platformId: p.uuid().primary(),
    customerId: p.uuid().primary(),
    relyingPartyId: p.text(),
    /** Of a pending enrollment, and its end. */
    challenge: p.text().nullable(),
    expiresAt: p.datetime(3).nullable(),
    /** The id of an enrolled passkey, base64url. */
    webauthnId: p.text().nullable(),
    /** SPKI. Absent if it was enrolled by the fixed value of the sandbox. */
    publicKey: p.blob().$type<Buffer>().nullable(),
    counter: p.bigint('bigint'),
    enrolledAt: p.datetime(3).nullable(),
  },
});

/** Resets of lost factors. */
export const ScaResetRecord = defineEntity({
  name: 'ScaReset',
  tableName: 'sca_reset',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    factor: p.text().$type<Factor>(),
    state: p.text().$type<ResetState>(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    completedAt: p.datetime(3).nullable(),
    /** When the factor was enrolled again. */
    enrolledAt: p.datetime(3).nullable(),
  },
});

export const ScaChallengeRecord = defineEntity({
  name: 'ScaChallenge',
  tableName: 'sca_challenge',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    subject: p.text().$type<Subject>(),
    /** The customer, quote or account. */
    subjectId: p.uuid(),
    factor: p.text().$type<Factor>(),
    availableFactors: p.array<Factor>(),
    /** The passkey that proves it, if one can. */
    webauthnId: p.text().nullable(),
    purpose: p.text().nullable(),
    /** What the code confirms, as in the text message. Sealed under the customer's key. */
    agreement: p.blob().$type<Buffer>(),
    /** The phone number for codes, sealed in the same way. */
    phone: p.blob().$type<Buffer>().nullable(),
    state: p.text().$type<ScaChallenge['state']>(),
    wrongProofs: p.integer(),
    attemptedAt: p.datetime(3).nullable(),
    sends: p.integer(),
    sentAt: p.datetime(3).nullable(),
    /** The address of the valid proof, sealed in the same way. */
    proofIp: p.blob().$type<Buffer>().nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
  },
  uniques: [{ properties: ['platformId', 'subject', 'subjectId'] }], // among OPEN challenges
});
