// ConfirmBeneficiaryTrust: verifies the customer's proof and trusts the account.
import type { BeneficiaryTrustService } from '../../../gen/payments/accounts/v1/trust_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { confirmTrust } from '../steps/trust.ts';

export const confirmBeneficiaryTrust: AccountsMethod<typeof BeneficiaryTrustService.method.confirmBeneficiaryTrust> = async (
  request,
  context,
) => {
  await confirmTrust(request, true, context);
  return { trusted: true };
};
