// The tables of credentials of wallet accounts, their one-time codes, and contact changes.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { CredentialKind, OtpKind } from '../domain/credential.ts';
import type { OtpState } from '../domain/otp.ts';

export const CredentialRecord = defineEntity({
  name: 'Credential',
  tableName: 'credential',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    /** A wallet account. */
    accountId: p.uuid(),
    /** The owner of the account. */
    customerId: p.uuid(),
    type: p.text().$type<CredentialKind>(),
    /** Sealed under the customer's key. */
    nickname: p.blob().$type<Buffer>(),
    /** For one-time codes: keyed hash of the contact, e-mail addresses in lower case. */
    contactHash: p.blob().$type<Buffer>().nullable(),
    /** For passkeys, base64url. */
    webauthnId: p.text().nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  // The second: for one-time codes only.
  uniques: [{ properties: ['platformId', 'accountId', 'webauthnId'] }, { properties: ['platformId', 'accountId', 'type'] }],
});

export type CredentialRow = InferEntity<typeof CredentialRecord>;

/** Recent failed proofs. */
export const FailedProofRecord = defineEntity({
  name: 'FailedProof',
  tableName: 'failed_proof',
  properties: {
    platformId: p.uuid().primary(),
    credentialId: p.uuid().primary(),
    since: p.datetime(3),
    count: p.integer(),
  },
});

export const OtpIssuanceRecord = defineEntity({
  name: 'OtpIssuance',
  tableName: 'otp_issuance',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    credentialId: p.uuid(),
    state: p.text().$type<OtpState>(),
    /** Sealed; null once the issuance has ended. */
    code: p.blob().$type<Buffer>().nullable(),
    /** Uncompressed hex. */
    targetPublic: p.text(),
    /** Sealed; null once the issuance has ended. */
    targetPrivate: p.blob().$type<Buffer>().nullable(),
    wrongCodes: p.integer(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
    /** Null while the code is being sent. */
    sentAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['platformId', 'credentialId'] }], // among ISSUED codes
});

/** Resends in progress, at most one per credential. */
export const OtpResendRecord = defineEntity({
  name: 'OtpResend',
  tableName: 'otp_resend',
  properties: {
    platformId: p.uuid().primary(),
    credentialId: p.uuid().primary(),
    /** Id of the code that it sends. */
    issuanceId: p.uuid(),
    settlesAt: p.datetime(3),
  },
});

export const ContactChangeRecord = defineEntity({
  name: 'ContactChange',
  tableName: 'contact_change',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    type: p.text().$type<OtpKind>(),
    /** Keyed hash, e-mail addresses in lower case. */
    contactHash: p.blob().$type<Buffer>(),
    /** The contact as written by the customer, sealed under the customer's key. */
    nickname: p.blob().$type<Buffer>(),
    state: p.text().$type<ContactChangeState>(),
    createdAt: p.datetime(3),
  },
  uniques: [{ properties: ['platformId', 'type', 'contactHash'] }], // among PREPARED changes
});

export type ContactChangeState = 'PREPARED' | 'COMMITTED' | 'CANCELLED';

export type ContactChangeRow = InferEntity<typeof ContactChangeRecord>;
