// GetVerification: returns a submission.
import type { VerificationService } from '../../../gen/payments/customers/v1/verification_pb.ts';
import type { CustomersMethod } from '../context.ts';
import { toVerification } from '../convert.ts';
import { findVerification } from '../steps/find-verification.ts';

export const getVerification: CustomersMethod<typeof VerificationService.method.getVerification> = async (request, context) => {
  return toVerification(await findVerification(request.verificationId, context));
};
