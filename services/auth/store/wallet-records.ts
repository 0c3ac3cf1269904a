// The tables of sessions and the requests that they sign, of what became of both, and of the key that clients of wallets trust.
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
    /** That issued it; its type and name are copied. */
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
    /** Also of the operation that it is for. */
    id: p.uuid().primary(),
    accountIds: p.array<string>().columnType('uuid[]'),
    operation: p.text(),
    fingerprint: p.blob().$type<Buffer>(),
    /** Sealed: it may contain an e-mail or a telephone number. */
    payload: p.blob().$type<Buffer>(),
    /** The only one that may sign. */
    sessionId: p.uuid().nullable(),
    excludedCredentialId: p.uuid().nullable(),
    /** The only one that may sign, of a session or not. */
    publicKey: p.text().nullable(),
    state: p.text().$type<RequestState>(),
    failures: p.integer().default(0),
    /** SHA-256 of the header that took it. */
    takenStamp: p.blob().$type<Buffer>().nullable(),
    signerSessionId: p.uuid().nullable(),
    signerPublicKey: p.text().nullable(),
    /** The wall's. */
    leaseUntil: p.datetime(3).nullable(),
    /** The process that has the lease. */
    holder: p.integer().nullable(),
    /** The platform's: PROCESSING was answered, and is until then. */
    settlesAt: p.datetime(3).nullable(),
    settled: p.boolean().default(false),
    /** The request, sealed, while the service may have to settle it alone. */
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
    /** The platform's time. */
    at: p.datetime(3),
    kind: p.text().$type<AuditKind>(),
    /** The request, code or session; null for a text that another service keeps. */
    subject: p.uuid().nullable(),
    /** Compressed hex; null where none was named. */
    publicKey: p.text().nullable(),
    /** Of a refusal. */
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
