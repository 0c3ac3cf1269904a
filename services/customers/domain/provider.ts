// What decides about submissions: a provider of verification.
import { KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import type { VerificationStatus } from '../../../gen/payments/customers/v1/verification_pb.ts';
import type { BeneficialOwner } from './beneficial-owner.ts';
import type { Customer } from './customer.ts';
import type { Applicant } from './missing-data.ts';
import type { VerificationError } from './verification.ts';

/**
 * What a provider of verification knows. `assess` tells what becomes of a submission at once; a provider that needs time answers
 * IN_PROGRESS or PENDING_MANUAL_REVIEW, and its decision arrives later by DecideVerification.
 */
export interface VerificationProvider {
  /** Everything that must be fixed before it takes a submission. */
  problemsOf(applicant: Applicant): VerificationError[];
  /** `problems`: what `problemsOf` found, or nothing when the data are taken as supplied. */
  assess(applicant: Applicant, problems: readonly VerificationError[]): Assessment;
  /** Whether it decides about the customer without looking at any data. */
  isIndifferent(customer: Customer): boolean;
  /** The status of an owner whose business was decided about. */
  ownerStatus(owner: BeneficialOwner, business: KycStatus): KycStatus;
  /** Whether its hosted page takes missing data as supplied. */
  readonly isLenient: boolean;
}

export interface Assessment {
  readonly status: VerificationStatus;
  readonly errors: readonly VerificationError[];
  /** Of the customer, where it changes before the decision. */
  readonly customerStatus?: KycStatus;
}

/** The owner when its business has this status: changed only where that is a decision. */
export function ownerAfter(owner: BeneficialOwner, business: KycStatus, provider: VerificationProvider): BeneficialOwner {
  if (business !== KycStatus.APPROVED && business !== KycStatus.REJECTED) return owner;
  return { ...owner, status: provider.ownerStatus(owner, business) };
}
