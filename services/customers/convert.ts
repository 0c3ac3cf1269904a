// Converts records of this service to messages.
import { create } from '@bufbuild/protobuf';
import {
  type BeneficialOwner as BeneficialOwnerMessage,
  BeneficialOwnerSchema,
} from '../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import { ContactVerificationSchema, type Customer as CustomerMessage } from '../../gen/payments/customers/v1/customer_pb.ts';
import { type Document as DocumentMessage, DocumentSchema } from '../../gen/payments/customers/v1/document_pb.ts';
import {
  type VerificationError as VerificationErrorMessage,
  VerificationErrorSchema,
  type Verification as VerificationMessage,
  VerificationSchema,
} from '../../gen/payments/customers/v1/verification_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import type { BeneficialOwner } from './domain/beneficial-owner.ts';
import type { Customer } from './domain/customer.ts';
import type { Document } from './domain/document.ts';
import type { Verification, VerificationError } from './domain/verification.ts';
import { toTimestamp } from './timestamps.ts';

/** Omits the identifier of an individual. Written without `create`, which would take half of the time of a list. */
export function toCustomer(customer: Customer, owners: readonly BeneficialOwner[] = []): CustomerMessage {
  const { contacts } = customer;
  return {
    $typeName: 'payments.customers.v1.Customer',
    id: publicId('Customer', customer.id),
    platformCustomerId: customer.platformCustomerId,
    region: customer.region,
    currencies: [...customer.currencies],
    email: customer.email,
    phoneNumber: customer.phoneNumber,
    umaAddress: customer.umaAddress,
    createdAt: toTimestamp(customer.createdAt),
    updatedAt: toTimestamp(customer.updatedAt),
    isDeleted: customer.deletedAt !== undefined,
    contactVerification: contacts && create(ContactVerificationSchema, contacts),
    endUserTermsConsent: customer.consent,
    kind: toKind(customer, owners),
  };
}

function toKind({ profile, status }: Customer, owners: readonly BeneficialOwner[]): CustomerMessage['kind'] {
  if (profile.case === 'individual') {
    return { case: 'individual', value: { ...profile.value, identifier: undefined, kycStatus: status } };
  }
  return { case: 'business', value: { ...profile.value, beneficialOwners: owners.map(toBeneficialOwner), kybStatus: status } };
}

export function toBeneficialOwner(owner: BeneficialOwner): BeneficialOwnerMessage {
  return create(BeneficialOwnerSchema, {
    id: publicId('BeneficialOwner', owner.id),
    customerId: publicId('Customer', owner.customerId),
    roles: [...owner.roles],
    ownershipPercentage: owner.ownershipPercentage,
    personalInfo: owner.personalInfo,
    kycStatus: owner.status,
    createdAt: toTimestamp(owner.createdAt),
    updatedAt: toTimestamp(owner.updatedAt),
  });
}

export function toDocument(document: Document): DocumentMessage {
  const { ownerId, customerId, side, documentNumber, issuingAuthority } = document;
  return create(DocumentSchema, {
    id: publicId('Document', document.id),
    documentHolder: ownerId === undefined ? publicId('Customer', customerId) : publicId('BeneficialOwner', ownerId),
    documentType: document.documentType,
    country: document.country,
    fileName: document.fileName,
    createdAt: toTimestamp(document.createdAt),
    updatedAt: toTimestamp(document.updatedAt),
    ...(side !== undefined && { side }),
    ...(documentNumber !== undefined && { documentNumber }),
    ...(issuingAuthority !== undefined && { issuingAuthority }),
  });
}

export function toVerification(verification: Verification): VerificationMessage {
  return create(VerificationSchema, {
    id: publicId('Verification', verification.id),
    customerId: publicId('Customer', verification.customerId),
    verificationStatus: verification.status,
    errors: verification.errors.map(toVerificationError),
    createdAt: toTimestamp(verification.createdAt),
    updatedAt: toTimestamp(verification.updatedAt),
  });
}

export function toVerificationError(error: VerificationError): VerificationErrorMessage {
  return create(VerificationErrorSchema, { ...error, acceptedDocumentTypes: [...error.acceptedDocumentTypes] });
}
