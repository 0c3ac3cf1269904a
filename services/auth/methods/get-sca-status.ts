// GetScaStatus: whether a customer's operations require authentication, and whether the customer is logged in.
import type { ScaChallengeService } from '../../../gen/payments/auth/v1/sca_challenge_pb.ts';
import type { AuthMethod } from '../context.ts';
import { isLoggedIn } from '../domain/sca/lock.ts';
import { findApplicant } from '../steps/sca/applicant.ts';

type GetScaStatus = AuthMethod<typeof ScaChallengeService.method.getScaStatus>;

export const getScaStatus: GetScaStatus = async ({ customerId }, context) => {
  const { key, isInScope } = await findApplicant(customerId, context);
  return { isRequired: isInScope, isLoggedIn: isLoggedIn(await context.store.scaCustomers.find(key), context.clock.now()) };
};
