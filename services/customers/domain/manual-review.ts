// Without a provider, people decide: complete submissions wait for them.
import { IdentificationType, KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import { DocumentType } from '../../../gen/payments/customers/v1/document_pb.ts';
import { VerificationErrorType, VerificationStatus } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { BeneficialOwner } from './beneficial-owner.ts';
import type { Customer } from './customer.ts';
import type { Document } from './document.ts';
import { identityNeed, isIdentityDocument, oneSided } from './document-needs.ts';
import { type Applicant, missingDocument, missingField, missingFrom, problem } from './missing-data.ts';
import type { VerificationProvider } from './provider.ts';
import type { VerificationError } from './verification.ts';

export const manualReview: VerificationProvider = {
  isLenient: false,
  problemsOf: (applicant) => [
    ...singleName(applicant.customer),
    ...missingFrom(applicant),
    ...applicant.documents.filter(isIdentityDocument).flatMap(unlabelled),
    ...holdersOf(applicant).flatMap((documents) => oneSided(documents).map(halfUploaded)),
    ...applicant.owners.flatMap((owner) => [...unidentified(owner), ...foreignOwner(owner, applicant.documents)]),
  ],
  assess(_, problems) {
    if (problems.length) return { status: VerificationStatus.RESOLVE_ERRORS, errors: problems };
    return { status: VerificationStatus.PENDING_MANUAL_REVIEW, errors: [], customerStatus: KycStatus.PENDING };
  },
  isIndifferent: () => false,
  ownerStatus: ({ status }, business) => (business === KycStatus.APPROVED ? KycStatus.APPROVED : status),
};

/** Reviewers search by given and family name. */
function singleName({ id, profile }: Customer): VerificationError[] {
  const name = profile.case === 'individual' ? profile.value.fullName : undefined;
  if (name === undefined || name.includes(' ')) return [];
  const type = VerificationErrorType.INVALID_FIELD;
  const reason = 'Full name must contain a given and a family name';
  return [problem({ resourceId: publicId('Customer', id), type, field: 'fullName', reason })];
}

function unlabelled({ id, documentNumber, issuingAuthority }: Document): VerificationError[] {
  const resourceId = publicId('Document', id);
  return [
    ...(documentNumber === undefined ? [missingField(resourceId, 'documentNumber', 'Document number')] : []),
    ...(issuingAuthority === undefined ? [missingField(resourceId, 'issuingAuthority', 'Issuing authority')] : []),
  ];
}

function halfUploaded({ id }: Document): VerificationError {
  const type = VerificationErrorType.INCOMPLETE_DOCUMENT;
  return problem({ resourceId: publicId('Document', id), type, reason: 'The other side of the document is required' });
}

/** The documents by holder: the customer's, then those of each owner. */
function holdersOf({ owners, documents }: Applicant): Document[][] {
  const holders = [undefined, ...owners.map(({ id }) => id)];
  return holders.map((holder) => documents.filter(({ ownerId }) => ownerId === holder));
}

/** US owners are identified by SSN or ITIN. Foreign and passport numbers require their country. */
function unidentified({ id, personalInfo }: BeneficialOwner): VerificationError[] {
  const { nationality, idType, countryOfIssuance } = personalInfo;
  const resourceId = publicId('BeneficialOwner', id);
  if (nationality === 'US' && idType !== IdentificationType.SSN && idType !== IdentificationType.ITIN) {
    const reason = 'A US person requires a Social Security number or an ITIN';
    return [problem({ resourceId, type: VerificationErrorType.INVALID_FIELD, field: 'personalInfo.idType', reason })];
  }
  if (idType !== IdentificationType.NON_US_TAX_ID || countryOfIssuance !== undefined) return [];
  return [missingField(resourceId, 'personalInfo.countryOfIssuance', 'Country that issued the number')];
}

/** Foreign owners require a passport and a second identity document. */
function foreignOwner({ id, personalInfo }: BeneficialOwner, documents: readonly Document[]): VerificationError[] {
  if (personalInfo.nationality === 'US') return [];
  const types = documents.filter(({ ownerId }) => ownerId === id).map(({ documentType }) => documentType);
  const lacking = identityNeed.accepted.filter((type) => !types.includes(type));
  const others = lacking.filter((type) => type !== DocumentType.PASSPORT);
  const resourceId = publicId('BeneficialOwner', id);
  return [
    ...(lacking.includes(DocumentType.PASSPORT)
      ? [missingDocument(resourceId, { ...identityNeed, accepted: [DocumentType.PASSPORT], reason: 'A passport is required' })]
      : []),
    ...(others.length === identityNeed.accepted.length - 1
      ? [missingDocument(resourceId, { ...identityNeed, accepted: others, reason: 'A second identity document is required' })]
      : []),
  ];
}
