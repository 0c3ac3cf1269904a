// What this service keeps, as it is shown.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type BeneficialOwner as BeneficialOwnerMessage,
  BeneficialOwnerSchema,
} from '../../gen/payments/customers/v1/beneficial_owner_pb.ts';
import { BusinessSchema } from '../../gen/payments/customers/v1/business_pb.ts';
import { type Customer as CustomerMessage, CustomerSchema } from '../../gen/payments/customers/v1/customer_pb.ts';
import { type Document as DocumentMessage, DocumentSchema } from '../../gen/payments/customers/v1/document_pb.ts';
import { IndividualSchema } from '../../gen/payments/customers/v1/individual_pb.ts';
import { type Verification as VerificationMessage, VerificationSchema } from '../../gen/payments/customers/v1/verification_pb.ts';
import { publicId } from '../kit/ids.ts';
import type { BeneficialOwner } from './domain/beneficial-owner.ts';
import type { Customer } from './domain/customer.ts';
import type { Document } from './domain/document.ts';
import type { Verification } from './domain/verification.ts';

/** The identifier of an individual stays behind. */
export function toCustomer(customer: Customer, owners: readonly BeneficialOwner[] = []): CustomerMessage {
  const { region, email, phoneNumber, contacts, consent } = customer;
  return create(CustomerSchema, {
    id: publicId('Customer', customer.id),
    platformCustomerId: customer.platformCustomerId,
    umaAddress: customer.umaAddress,
    currencies: [...customer.currencies],
    isDeleted: customer.deletedAt !== undefined,
    createdAt: timestampFromDate(customer.createdAt),
    updatedAt: timestampFromDate(customer.updatedAt),
    kind: toKind(customer, owners),
    ...(region !== undefined && { region }),
    ...(email !== undefined && { email }),
    ...(phoneNumber !== undefined && { phoneNumber }),
    ...(contacts && { contactVerification: contacts }),
    ...(consent && { endUserTermsConsent: consent }),
  });
}

function toKind({ profile, status }: Customer, owners: readonly BeneficialOwner[]): CustomerMessage['kind'] {
  if (profile.case === 'individual') {
    const { identifier: _, ...shown } = profile.value;
    return { case: 'individual', value: create(IndividualSchema, { ...shown, kycStatus: status }) };
  }
  const beneficialOwners = owners.map(toBeneficialOwner);
  return { case: 'business', value: create(BusinessSchema, { ...profile.value, beneficialOwners, kybStatus: status }) };
}

/**
 * The customer as events tell of it: they are kept and sent on, so that no tax number stands in them. Where the contract demands an
 * owner's, a mask takes its place.
 */
export function toToldCustomer(customer: Customer, owners: readonly BeneficialOwner[]): CustomerMessage {
  const masked = owners.map((owner) => ({ ...owner, personalInfo: { ...owner.personalInfo, identifier: mask } }));
  const told = toCustomer(customer, masked);
  if (told.kind.case !== 'business' || !told.kind.value.businessInfo) return told;
  const { taxId: _, ...businessInfo } = told.kind.value.businessInfo;
  return create(CustomerSchema, { ...told, kind: { case: 'business', value: { ...told.kind.value, businessInfo } } });
}

const mask = '***';

export function toBeneficialOwner(owner: BeneficialOwner): BeneficialOwnerMessage {
  return create(BeneficialOwnerSchema, {
    id: publicId('BeneficialOwner', owner.id),
    customerId: publicId('Customer', owner.customerId),
    roles: [...owner.roles],
    ownershipPercentage: owner.ownershipPercentage,
    personalInfo: owner.personalInfo,
    kycStatus: owner.status,
    createdAt: timestampFromDate(owner.createdAt),
    updatedAt: timestampFromDate(owner.updatedAt),
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
    createdAt: timestampFromDate(document.createdAt),
    updatedAt: timestampFromDate(document.updatedAt),
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
    errors: [...verification.errors],
    createdAt: timestampFromDate(verification.createdAt),
    updatedAt: timestampFromDate(verification.updatedAt),
  });
}
