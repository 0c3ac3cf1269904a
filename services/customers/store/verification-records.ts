// The tables of verification: owners, documents, submissions, links to the hosted page.
import type { JsonObject } from '@bufbuild/protobuf';
import { defineEntity, type InferEntity, p } from '@mikro-orm/core';
import type { BeneficialOwnerRole, KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { DocumentSide, DocumentType } from '../../../gen/payments/customers/v1/document_pb.ts';
import type { VerificationStatus } from '../../../gen/payments/customers/v1/verification_pb.ts';

export const BeneficialOwnerRecord = defineEntity({
  name: 'BeneficialOwner',
  tableName: 'beneficial_owner',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    roles: p.array<keyof typeof BeneficialOwnerRole>(),
    ownershipPercentage: p.integer(),
    /** Sealed under the customer's key. */
    personalInfo: p.blob().$type<Buffer>(),
    status: p.text().$type<keyof typeof KycStatus>(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type BeneficialOwnerRow = InferEntity<typeof BeneficialOwnerRecord>;

export const DocumentRecord = defineEntity({
  name: 'Document',
  tableName: 'document',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    /** The holder. Null: the customer. */
    ownerId: p.uuid().nullable(),
    documentType: p.text().$type<keyof typeof DocumentType>(),
    side: p.text().$type<keyof typeof DocumentSide>().nullable(),
    country: p.text(),
    /** Number, authority, file name and keys of the blobs, sealed under the customer's key. */
    details: p.blob().$type<Buffer>(),
    /** In the blob store, in order. */
    blobKeys: p.array<string>(),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
});

export type DocumentRow = InferEntity<typeof DocumentRecord>;

export const VerificationRecord = defineEntity({
  name: 'Verification',
  tableName: 'verification',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    status: p.text().$type<keyof typeof VerificationStatus>(),
    /** payments.customers.v1.VerificationError, as proto3 JSON. */
    errors: p.json<JsonObject[]>(),
    /** The documents at submission. */
    documentIds: p.array<string>().columnType('uuid[]'),
    createdAt: p.datetime(3),
    updatedAt: p.datetime(3),
  },
  // Among open ones.
  uniques: [{ properties: ['platformId', 'customerId'] }],
});

export type VerificationRow = InferEntity<typeof VerificationRecord>;

export const KycLinkRecord = defineEntity({
  name: 'KycLink',
  tableName: 'kyc_link',
  properties: {
    platformId: p.uuid().primary(),
    id: p.uuid().primary(),
    customerId: p.uuid(),
    tokenHash: p.blob().$type<Buffer>(),
    redirectUri: p.text().nullable(),
    expiresAt: p.datetime(3),
    usedAt: p.datetime(3).nullable(),
  },
  uniques: [{ properties: ['platformId', 'tokenHash'] }],
});

export type KycLinkRow = InferEntity<typeof KycLinkRecord>;

/** Directory of link tokens, which are used without a platform. */
export const KycTokenRecord = defineEntity({
  name: 'KycToken',
  tableName: 'kyc_token',
  properties: {
    tokenHash: p.blob().$type<Buffer>().primary(),
    platformId: p.uuid(),
    expiresAt: p.datetime(3),
  },
});
