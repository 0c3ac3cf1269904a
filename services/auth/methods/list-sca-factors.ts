// ListScaFactors: the factors with which a customer can authenticate.
import type { ScaService } from '../../../gen/payments/auth/v1/sca_pb.ts';
import type { AuthMethod } from '../context.ts';
import { toFactor, toPasskeyView } from '../convert-sca.ts';
import { applicantInScope, enrolledBy } from '../steps/sca/applicant.ts';

type ListScaFactors = AuthMethod<typeof ScaService.method.listScaFactors>;

export const listScaFactors: ListScaFactors = async ({ customerId }, context) => {
  const { factors, passkey } = await enrolledBy(await applicantInScope(customerId, context), context);
  return {
    factors: factors.map((factor) => (factor === 'PASSKEY' && passkey ? toPasskeyView(passkey) : { factor: toFactor(factor) })),
  };
};
