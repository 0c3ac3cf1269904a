// The required documents, and which of them a set of documents lacks.
import { DocumentSide, DocumentType } from '../../../gen/payments/customers/v1/document_pb.ts';
import { VerificationErrorType } from '../../../gen/payments/customers/v1/verification_pb.ts';
import type { Document } from './document.ts';

export interface DocumentNeed {
  /** For the error of a missing document. */
  readonly type: VerificationErrorType;
  /** The accepted types. One of them is sufficient. */
  readonly accepted: readonly DocumentType[];
  /** Types that are accepted too, but not listed. */
  readonly alsoCounts?: readonly DocumentType[];
  readonly reason: string;
}

export const identityNeed: DocumentNeed = {
  type: VerificationErrorType.MISSING_IDENTITY_DOCUMENT,
  accepted: [DocumentType.PASSPORT, DocumentType.DRIVERS_LICENSE, DocumentType.NATIONAL_ID],
  reason: 'An identity document is required',
};

/** The requirements, in the order of their errors. A trust agreement satisfies both that accept it. */
export const businessNeeds: readonly DocumentNeed[] = [
  {
    type: VerificationErrorType.MISSING_LEGAL_PRESENCE_DOCUMENT,
    accepted: [
      DocumentType.CERTIFICATE_OF_INCORPORATION,
      DocumentType.ARTICLES_OF_INCORPORATION,
      DocumentType.ARTICLES_OF_ASSOCIATION,
      DocumentType.STATE_REGISTRY_EXCERPT,
    ],
    reason: 'A document that proves legal presence is required',
  },
  {
    type: VerificationErrorType.MISSING_CONTROL_STRUCTURE_DOCUMENT,
    accepted: [
      DocumentType.DIRECTOR_REGISTRY,
      DocumentType.TRUST_AGREEMENT,
      DocumentType.STATE_COMPANY_REGISTRY,
      DocumentType.PARTNERSHIP_CONTROL_AGREEMENT,
    ],
    reason: 'A document that shows who controls the business is required',
  },
  {
    type: VerificationErrorType.MISSING_OWNERSHIP_STRUCTURE_DOCUMENT,
    accepted: [DocumentType.SHAREHOLDER_REGISTER, DocumentType.TRUST_AGREEMENT, DocumentType.PARTNERSHIP_AGREEMENT],
    reason: 'A document that shows who owns the business is required',
  },
  {
    type: VerificationErrorType.MISSING_PROOF_OF_ADDRESS_DOCUMENT,
    accepted: [
      DocumentType.UTILITY_BILL,
      DocumentType.RENT_OR_LEASE_AGREEMENT,
      DocumentType.ELECTRICITY_BILL,
      DocumentType.BANK_STATEMENT,
      DocumentType.TAX_RETURN,
    ],
    alsoCounts: [DocumentType.PROOF_OF_ADDRESS],
    reason: 'A proof of address is required',
  },
];

/** The requirements that no document satisfies. */
export function unmet(needs: readonly DocumentNeed[], documents: readonly Document[]): DocumentNeed[] {
  return needs.filter((need) => !documents.some(({ documentType }) => counts(need, documentType)));
}

export function isIdentityDocument({ documentType }: Document): boolean {
  return counts(identityNeed, documentType);
}

/** Documents with two sides whose other side is missing. */
export function oneSided(documents: readonly Document[]): Document[] {
  return documents.filter(
    ({ documentType, side }) =>
      twoSided.has(documentType) &&
      !documents.some((other) => other.documentType === documentType && other.side === otherSide(side)),
  );
}

const twoSided = new Set<DocumentType>([DocumentType.DRIVERS_LICENSE, DocumentType.NATIONAL_ID]);

/** A missing side counts as the front. */
function otherSide(side: DocumentSide | undefined): DocumentSide {
  return side === DocumentSide.BACK ? DocumentSide.FRONT : DocumentSide.BACK;
}

function counts({ accepted, alsoCounts = [] }: DocumentNeed, type: DocumentType): boolean {
  return accepted.includes(type) || alsoCounts.includes(type);
}
