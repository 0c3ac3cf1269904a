// Unresolved errors of the last decision.
import { VerificationErrorType, VerificationStatus } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { Applicant } from './missing-data.ts';
import type { Verification, VerificationError } from './verification.ts';

/** Errors of the latest verification. Without missing data, which is determined again each time. */
export function objectionsOf(newest: Verification | undefined, applicant: Applicant): VerificationError[] {
  if (newest?.status !== VerificationStatus.RESOLVE_ERRORS) return [];
  const changes = lastChanges(applicant);
  return newest.errors.filter(({ type, resourceId }) => {
    const changedAt = changes.get(resourceId);
    return objections.has(type) && changedAt !== undefined && changedAt <= newest.updatedAt;
  });
}

/** Time of the last change of each resource, by its public id. Deleted resources are absent. */
function lastChanges({ customer, owners, documents }: Applicant): Map<string, Date> {
  return new Map([
    [publicId('Customer', customer.id), customer.updatedAt],
    ...owners.map(({ id, updatedAt }) => [publicId('BeneficialOwner', id), updatedAt] as const),
    ...documents.map(({ id, updatedAt }) => [publicId('Document', id), updatedAt] as const),
  ]);
}

/** Errors that cannot be determined from the data alone. */
const objections = new Set<VerificationErrorType>([
  VerificationErrorType.INVALID_FIELD,
  VerificationErrorType.INVALID_DOCUMENT,
  VerificationErrorType.POOR_QUALITY_DOCUMENT,
  VerificationErrorType.UNREADABLE_DOCUMENT,
  VerificationErrorType.DOCUMENT_VERIFICATION_FAILED,
  VerificationErrorType.EXPIRED_DOCUMENT,
  VerificationErrorType.SUSPECTED_FRAUD_DOCUMENT,
  VerificationErrorType.WRONG_DOCUMENT_TYPE,
]);
