// A provider of verifications.
import { KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { VerificationStatus } from '../../../gen/payments/customers/v1/verification_pb.ts';
import type { BeneficialOwner } from './beneficial-owner.ts';
import type { Customer } from './customer.ts';
import type { Applicant } from './missing-data.ts';
import type { VerificationError } from './verification.ts';

/**
 * The interface of a provider. `assess` decides a submission immediately; a provider that needs time returns IN_PROGRESS or
 * PENDING_MANUAL_REVIEW, and its decision arrives later through DecideVerification.
 */
export interface VerificationProvider {
  /** All errors that must be fixed before it accepts a submission. */
  problemsOf(applicant: Applicant): VerificationError[];
  /** `problems`: the result of `problemsOf`, or empty if the data counts as supplied. */
  assess(applicant: Applicant, problems: readonly VerificationError[]): Assessment;
  /** Whether it decides the customer without any data. */
  isIndifferent(customer: Customer): boolean;
  /** The status of an owner after the decision on its business. */
  ownerStatus(owner: BeneficialOwner, business: KycStatus): KycStatus;
  /** Whether its hosted page treats missing data as supplied. */
  readonly isLenient: boolean;
}

export interface Assessment {
  readonly status: VerificationStatus;
  readonly errors: readonly VerificationError[];
  /** The status of the customer, if it changes before the decision. */
  readonly customerStatus?: KycStatus;
}

/** The owner after a status change of its business. Changed only by a decision. */
export function ownerAfter(owner: BeneficialOwner, business: KycStatus, provider: VerificationProvider): BeneficialOwner {
  if (business !== KycStatus.APPROVED && business !== KycStatus.REJECTED) return owner;
  return { ...owner, status: provider.ownerStatus(owner, business) };
}
