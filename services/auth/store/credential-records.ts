// The tables of credentials of wallet accounts, of their one-time codes, and of changes of contact.
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
    /** Keyed, of one-time codes: where they go, e-mail in lower case. */
    contactHash: p.blob().$type<Buffer>().nullable(),
    /** Of a passkey, base64url. */
    webauthnId: p.text().nullable(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  // The second: of one-time codes alone.
  uniques: [{ properties: ['platformId', 'accountId', 'webauthnId'] }, { properties: ['platformId', 'accountId', 'type'] }],
});

export type CredentialRow = InferEntity<typeof CredentialRecord>;

/** Proofs that failed of late. */
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
    /** Null while the code is on its way. */
    sentAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['platformId', 'credentialId'] }], // of those that are ISSUED
});

/** Resends that are under way, one of a credential at most. */
export const OtpResendRecord = defineEntity({
  name: 'OtpResend',
  tableName: 'otp_resend',
  properties: {
    platformId: p.uuid().primary(),
    credentialId: p.uuid().primary(),
    /** Of the code that it sends. */
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
    /** Keyed, e-mail in lower case. */
    contactHash: p.blob().$type<Buffer>(),
    /** Sealed under the customer's key: the contact as it was written. */
    nickname: p.blob().$type<Buffer>(),
    state: p.text().$type<ContactChangeState>(),
    createdAt: p.datetime(3),
  },
  uniques: [{ properties: ['platformId', 'type', 'contactHash'] }], // of those that are PREPARED
});

export type ContactChangeState = 'PREPARED' | 'COMMITTED' | 'CANCELLED';

export type ContactChangeRow = InferEntity<typeof ContactChangeRecord>;
