// GetScaStatus: whether a customer's operations require authentication, by which factors, and whether the customer is logged in.
import type { ScaChallengeService } from '../../../gen/payments/auth/v1/sca_challenge_pb.ts';
import type { AuthMethod } from '../context.ts';
import { toFactor } from '../convert-sca.ts';
import { paymentFactors } from '../domain/sca/challenge.ts';
import { isLoggedIn } from '../domain/sca/lock.ts';
import { enrolledBy, findApplicant } from '../steps/sca/applicant.ts';

type GetScaStatus = AuthMethod<typeof ScaChallengeService.method.getScaStatus>;

export const getScaStatus: GetScaStatus = async ({ customerId }, context) => {
  const applicant = await findApplicant(customerId, context);
  if (!applicant.isInScope) return {};
  const [standing, { factors }] = await Promise.all([
    context.store.scaCustomers.find(applicant.key),
    enrolledBy(applicant, context),
  ]);
  return {
    isRequired: true,
    isLoggedIn: isLoggedIn(standing, context.clock.now()),
    paymentFactors: paymentFactors(factors).map(toFactor),
  };
};
