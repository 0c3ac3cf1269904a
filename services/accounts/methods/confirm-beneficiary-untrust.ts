// ConfirmBeneficiaryUntrust: verifies the customer's proof and removes the trust.
import type { BeneficiaryTrustService } from '../../../gen/payments/accounts/v1/trust_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { confirmTrust } from '../steps/trust.ts';

export const confirmBeneficiaryUntrust: AccountsMethod<typeof BeneficiaryTrustService.method.confirmBeneficiaryUntrust> = async (
  request,
  context,
) => {
  await confirmTrust(request, false, context);
  return { trusted: false };
};
