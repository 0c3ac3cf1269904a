// A submission of a customer to verification, and its transitions.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { DocumentType } from '../../../gen/payments/customers/v1/document_pb.ts';
import { VerificationErrorType, VerificationStatus } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';

export interface Verification {
  /** uuid. */
  readonly id: string;
  /** uuid. */
  readonly platformId: string;
  /** uuid. */
  readonly customerId: string;
  readonly status: VerificationStatus;
  readonly errors: readonly VerificationError[];
  /** uuids of the documents of the customer and its owners at submission. */
  readonly documentIds: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** An error to correct, or the reason of a rejection. */
export interface VerificationError {
  /** Public id of its customer, owner or document. */
  readonly resourceId: string;
  readonly type: VerificationErrorType;
  /** Path of a field of the resource. */
  readonly field?: string | undefined;
  /** For a missing document: one of these types is sufficient. */
  readonly acceptedDocumentTypes: readonly DocumentType[];
  readonly reason: string;
}

export type Decision = Pick<Verification, 'status' | 'errors'>;

const { IN_PROGRESS, PENDING_MANUAL_REVIEW, APPROVED, REJECTED, RESOLVE_ERRORS } = VerificationStatus;

/** The transitions of an open verification by a decision. Others are closed: a new submission creates a new one. */
const moves = new Map<VerificationStatus, readonly VerificationStatus[]>([
  [IN_PROGRESS, [PENDING_MANUAL_REVIEW, APPROVED, REJECTED, RESOLVE_ERRORS]],
  [PENDING_MANUAL_REVIEW, [APPROVED, REJECTED, RESOLVE_ERRORS]],
]);

/**
 * The verification after a decision, unchanged if the decision was already made. Throws CONFLICT for a transition that its status does not
 * allow.
 */
export function decided(verification: Verification, decision: Decision, now: Date): Verification {
  if (verification.status === decision.status) return verification;
  if (moves.get(verification.status)?.includes(decision.status)) return { ...verification, ...decision, updatedAt: now };
  throw fail(ErrorCode.CONFLICT, 'The verification cannot change from its current status to the requested one.', {
    reason: 'STATUS_MOVE_FORBIDDEN',
  });
}

/** A decision must list errors if data is to be corrected, and may contain the reasons of a rejection. */
export function decisionProblems({ status, errors }: Decision): FieldError[] {
  if (status === RESOLVE_ERRORS && errors.length === 0)
    return [{ field: 'errors', message: 'must list what the customer must correct' }];
  if (status === RESOLVE_ERRORS) return [];
  const strange = [...errors.keys()].filter((index) => status !== REJECTED || !isAboutApplicant(errors[index]?.type));
  const message = status === REJECTED ? 'must describe why the applicant is rejected' : 'must be empty for this decision';
  return strange.map((index) => ({ field: `errors.${index}.type`, message }));
}

function isAboutApplicant(type: VerificationErrorType | undefined): boolean {
  return type !== undefined && applicantErrors.has(type);
}

const applicantErrors = new Set<VerificationErrorType>([
  VerificationErrorType.APPLICANT_SANCTIONED,
  VerificationErrorType.APPLICANT_FRAUD,
  VerificationErrorType.APPLICANT_CRIMINAL_RECORD,
  VerificationErrorType.APPLICANT_REJECTED,
]);

/** The status of a customer after its verification reached this status. Undefined if it does not change. */
export function customerStatusAfter(status: VerificationStatus): KycStatus | undefined {
  return customerStatuses.get(status);
}

const customerStatuses = new Map<VerificationStatus, KycStatus>([
  [APPROVED, KycStatus.APPROVED],
  [REJECTED, KycStatus.REJECTED],
]);

/** Whether a customer is decided, so that nothing can be submitted any more. */
export function isDecided(status: KycStatus): boolean {
  return status === KycStatus.APPROVED || status === KycStatus.REJECTED;
}
