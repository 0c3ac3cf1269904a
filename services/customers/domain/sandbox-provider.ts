// The sandbox provider: suffixes of names and numbers select decisions.
import { KycStatus } from '../../../gen/payments/customers/v1/customer_enums_pb.ts';
import { VerificationErrorType, VerificationStatus } from '../../../gen/payments/customers/v1/verification_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { Customer } from './customer.ts';
import { isIdentityDocument } from './document-needs.ts';
import { type Applicant, missingFrom, problem } from './missing-data.ts';
import type { Assessment, VerificationProvider } from './provider.ts';
import type { VerificationError } from './verification.ts';

export const sandboxProvider: VerificationProvider = {
  isLenient: true,
  problemsOf: missingFrom,
  assess(applicant, problems) {
    const verdict = verdictOn(applicant.customer);
    if (verdict) return { status: verdict, errors: [] };
    if (problems.length) return { status: VerificationStatus.RESOLVE_ERRORS, errors: problems };
    return complete(applicant);
  },
  isIndifferent: (customer) => verdictOn(customer) !== undefined,
  ownerStatus: ({ personalInfo }) => ownerStatuses.get(suffixOf(personalInfo.lastName)) ?? KycStatus.APPROVED,
};

const ownerStatuses = new Map<string, KycStatus>([
  ['001', KycStatus.PENDING],
  ['002', KycStatus.REJECTED],
]);

/** A business is decided by its current registration number. `001` and `003` require complete data. */
function verdictOn({ profile }: Customer): VerificationStatus | undefined {
  if (profile.case === 'individual') return undefined;
  const suffix = suffixOf(profile.value.businessInfo?.registrationNumber ?? '');
  if (suffix === '002') return VerificationStatus.REJECTED;
  return suffix === '001' || suffix === '003' ? undefined : VerificationStatus.APPROVED;
}

/** An individual's name was evaluated at creation. Unverified individuals always need a better document. */
function complete(applicant: Applicant): Assessment {
  const { profile, status } = applicant.customer;
  if (profile.case === 'individual' && status === KycStatus.UNVERIFIED) {
    return { status: VerificationStatus.RESOLVE_ERRORS, errors: [poorQuality(applicant)] };
  }
  return { status: VerificationStatus.PENDING_MANUAL_REVIEW, errors: [] };
}

/** About the latest identity document; about the customer if the hosted page treated the document as supplied. */
function poorQuality({ customer, documents }: Applicant): VerificationError {
  const newest = documents.findLast(isIdentityDocument);
  return problem({
    resourceId: newest ? publicId('Document', newest.id) : publicId('Customer', customer.id),
    type: VerificationErrorType.POOR_QUALITY_DOCUMENT,
    reason: 'The identity document cannot be read',
  });
}

const suffixOf = (text: string) => text.trim().slice(-3);
