// The tables of sessions and signed requests, their audit log, and the key that wallet clients trust.
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { Environment } from '../../kit/core/caller.ts';
import type { CredentialKind } from '../domain/credential.ts';
import type { RequestState } from '../domain/wallet/signed-request.ts';

export const WalletSessionRecord = defineEntity({
  name: 'WalletSession',
  tableName: 'wallet_session',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    accountId: p.uuid(),
    /** The owner of the account. */
    customerId: p.uuid(),
    /** The issuing credential, whose type and name are copied. */
    credentialId: p.uuid(),
    type: p.text().$type<CredentialKind>(),
    /** Sealed under the customer's key. */
    nickname: p.blob().$type<Buffer>(),
    webauthnId: p.text().nullable(),
    /** Compressed hex. */
    publicKey: p.text(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
    expiresAt: p.datetime(3),
    revokedAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['platformId', 'accountId', 'publicKey'] }],
});

export type WalletSessionRow = InferEntity<typeof WalletSessionRecord>;

export const SignedRequestRecord = defineEntity({
  name: 'SignedRequest',
  tableName: 'signed_request',
  properties: {
    platformId: p.uuid().primary(),
    /** Also the id of the operation. */
    id: p.uuid().primary(),
    accountIds: p.array<string>().columnType('uuid[]'),
    operation: p.text(),
    fingerprint: p.blob().$type<Buffer>(),
    /** Sealed, because it may contain an e-mail address or phone number. */
    payload: p.blob().$type<Buffer>(),
    /** The only session that may sign. */
    sessionId: p.uuid().nullable(),
    excludedCredentialId: p.uuid().nullable(),
    /** The only key that may sign, of a session or not. */
    publicKey: p.text().nullable(),
    state: p.text().$type<RequestState>(),
    failures: p.integer().default(0),
    /** SHA-256 of the header that claimed it. */
    takenStamp: p.blob().$type<Buffer>().nullable(),
    signerSessionId: p.uuid().nullable(),
    signerPublicKey: p.text().nullable(),
    /** Real time. */
    leaseUntil: p.datetime(3).nullable(),
    /** The process with the lease. */
    holder: p.integer().nullable(),
    /** In the platform's time: until then PROCESSING is answered. */
    settlesAt: p.datetime(3).nullable(),
    settled: p.boolean().default(false),
    /** The request, sealed, while the service may have to settle it itself. */
    message: p.blob().$type<Buffer>().nullable(),
    createdAt: p.datetime(3),
    expiresAt: p.datetime(3),
  },
});

export const WalletAuditRecord = defineEntity({
  name: 'WalletAudit',
  tableName: 'wallet_audit',
  properties: {
    platformId: p.uuid().primary(),
    id: p.bigint('bigint').primary().autoincrement(),
    /** In the platform's time. */
    at: p.datetime(3),
    kind: p.text().$type<AuditKind>(),
    /** The request, code or session. Null for a text that another service stores. */
    subject: p.uuid().nullable(),
    /** Compressed hex. Null if there is none. */
    publicKey: p.text().nullable(),
    /** For refusals. */
    code: p.text().nullable(),
  },
});

export type AuditKind = 'CHALLENGED' | 'CODE_SENT' | 'STAMP_ACCEPTED' | 'STAMP_REFUSED' | 'SESSION_OPENED';

export const QuorumKeyRecord = defineEntity({
  name: 'QuorumKey',
  tableName: 'quorum_key',
  properties: {
    environment: p.text().$type<Environment>().primary(),
    /** Sealed. */
    privateKey: p.blob().$type<Buffer>(),
  },
});
