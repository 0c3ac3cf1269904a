// The missing data of a customer before verification: all of it, in a fixed order.
import type { Business } from '../../../gen/payments/customers/v1/business_pb.ts';
import type { Individual } from '../../../gen/payments/customers/v1/individual_pb.ts';
import { VerificationErrorType } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { BeneficialOwner } from './beneficial-owner.ts';
import type { Customer } from './customer.ts';
import type { Document } from './document.ts';
import { businessNeeds, type DocumentNeed, identityNeed, unmet } from './document-needs.ts';
import type { VerificationError } from './verification.ts';

/** All data about the subjects of a verification. Owners and documents in order of creation. */
export interface Applicant {
  readonly customer: Customer;
  readonly owners: readonly BeneficialOwner[];
  /** Documents of the customer and its owners. */
  readonly documents: readonly Document[];
}

/** Fields of the customer, then its documents, then its owners. */
export function missingFrom({ customer, owners, documents }: Applicant): VerificationError[] {
  const { profile } = customer;
  const resourceId = publicId('Customer', customer.id);
  const own = documents.filter(({ ownerId }) => ownerId === undefined);
  const fields = profile.case === 'individual' ? individualFields(profile.value) : businessFields(profile.value);
  const needs = profile.case === 'individual' ? [identityNeed] : businessNeeds;
  const missing = [
    ...fields.filter(([, , isThere]) => !isThere).map(([field, name]) => missingField(resourceId, field, name)),
    ...unmet(needs, own).map((need) => missingDocument(resourceId, need)),
  ];
  if (profile.case === 'individual' || owners.length > 0) return missing;
  return [...missing, problem({ resourceId, type: VerificationErrorType.MISSING_BENEFICIAL_OWNER, reason: noOwner })];
}

const noOwner = 'At least one beneficial owner is required';

export function missingField(resourceId: string, field: string, name: string): VerificationError {
  return problem({ resourceId, type: VerificationErrorType.MISSING_FIELD, field, reason: `${name} is missing` });
}

export function missingDocument(resourceId: string, { type, accepted, reason }: DocumentNeed): VerificationError {
  return problem({ resourceId, type, acceptedDocumentTypes: accepted, reason });
}

type Problem = Omit<VerificationError, 'acceptedDocumentTypes'> & Partial<Pick<VerificationError, 'acceptedDocumentTypes'>>;

export function problem(fields: Problem): VerificationError {
  return { acceptedDocumentTypes: [], ...fields };
}

/** The path of a field in an error, its display name, and whether it is set. */
type Field = readonly [path: string, name: string, isThere: boolean];

function individualFields(individual: Individual): Field[] {
  const { address } = individual;
  return [
    ['fullName', 'Full name', isFilled(individual.fullName)],
    ['birthDate', 'Date of birth', isFilled(individual.birthDate)],
    ['nationality', 'Nationality', isFilled(individual.nationality)],
    ['idType', 'Type of identification', individual.idType !== undefined],
    ['identifier', 'Identification number', isFilled(individual.identifier)],
    ['address', 'Address', address !== undefined],
  ];
}

/** The address of a business is reported line by line. */
function businessFields({ businessInfo: info, address }: Business): Field[] {
  return [
    ['customer.businessInfo.legalName', 'Legal name', isFilled(info?.legalName)],
    ['customer.businessInfo.country', 'Country of incorporation', isFilled(info?.country)],
    ['customer.businessInfo.taxId', 'Tax identification number', isFilled(info?.taxId)],
    ['customer.businessInfo.incorporatedOn', 'Date of incorporation', isFilled(info?.incorporatedOn)],
    ['customer.businessInfo.registrationNumber', 'Registration number', isFilled(info?.registrationNumber)],
    ['customer.businessInfo.countriesOfOperation', 'Countries of operation', (info?.countriesOfOperation.length ?? 0) > 0],
    ['customer.address.line1', 'Address', address !== undefined],
    ['customer.address.city', 'City of the address', address === undefined || isFilled(address.city)],
  ];
}

function isFilled(text: string | undefined): boolean {
  return text !== undefined && text.trim() !== '';
}
