// A submission of a customer to checks, and the moves that it can make.
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
  /** uuids of what the customer and its owners had uploaded when it was submitted. */
  readonly documentIds: readonly string[];
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** What has to be corrected, or why somebody is rejected. */
export interface VerificationError {
  /** Public id of the customer, the owner or the document that it is about. */
  readonly resourceId: string;
  readonly type: VerificationErrorType;
  /** Path of a field of the resource. */
  readonly field?: string | undefined;
  /** Of a missing document: any of these will do. */
  readonly acceptedDocumentTypes: readonly DocumentType[];
  readonly reason: string;
}

export type Decision = Pick<Verification, 'status' | 'errors'>;

const { IN_PROGRESS, PENDING_MANUAL_REVIEW, APPROVED, REJECTED, RESOLVE_ERRORS } = VerificationStatus;

/** Where a decision can take an open verification. The others are closed: a new submission makes a new one. */
const moves = new Map<VerificationStatus, readonly VerificationStatus[]>([
  [IN_PROGRESS, [PENDING_MANUAL_REVIEW, APPROVED, REJECTED, RESOLVE_ERRORS]],
  [PENDING_MANUAL_REVIEW, [APPROVED, REJECTED, RESOLVE_ERRORS]],
]);

/** The verification after a decision; the same when that was made before. Throws CONFLICT for a move that its status does not allow. */
export function decided(verification: Verification, decision: Decision, now: Date): Verification {
  if (verification.status === decision.status) return verification;
  if (moves.get(verification.status)?.includes(decision.status)) return { ...verification, ...decision, updatedAt: now };
  throw fail(ErrorCode.CONFLICT, 'The verification cannot change from its current status to the requested one.', {
    reason: 'STATUS_MOVE_FORBIDDEN',
  });
}

/** A decision says what is wrong where something is to be mended, and may say why somebody is rejected. */
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

/** The status of a customer whose verification came to this; undefined where it stays as it is. */
export function customerStatusAfter(status: VerificationStatus): KycStatus | undefined {
  return customerStatuses.get(status);
}

const customerStatuses = new Map<VerificationStatus, KycStatus>([
  [APPROVED, KycStatus.APPROVED],
  [REJECTED, KycStatus.REJECTED],
]);

/** Whether a customer was decided about: then nothing can be submitted any more. */
export function isDecided(status: KycStatus): boolean {
  return status === KycStatus.APPROVED || status === KycStatus.REJECTED;
}
