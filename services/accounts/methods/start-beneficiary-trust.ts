// StartBeneficiaryTrust: starts a challenge for the customer.
import type { BeneficiaryTrustService } from '../../../gen/payments/accounts/v1/trust_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { startTrust } from '../steps/trust.ts';

export const startBeneficiaryTrust: AccountsMethod<typeof BeneficiaryTrustService.method.startBeneficiaryTrust> = async (
  request,
  context,
) => {
  const scaChallenge = await startTrust(request, true, context);
  return scaChallenge ? { scaChallenge } : {};
};
