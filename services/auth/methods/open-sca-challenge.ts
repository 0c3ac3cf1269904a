// OpenScaChallenge: opens a challenge before an operation of another service.
import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { ScaChallengeService } from '../../../gen/payments/auth/v1/sca_challenge_pb.ts';
import { ScaFactor } from '../../../gen/payments/common/v1/sca_pb.ts';
import type { AuthMethod } from '../context.ts';
import { factorIn, subjectIn, toScaChallenge } from '../convert-sca.ts';
import { findApplicant } from '../steps/sca/applicant.ts';
import { wrongProof } from '../steps/sca/judge.ts';
import { openChallenge } from '../steps/sca/open-challenge.ts';

type OpenScaChallenge = AuthMethod<typeof ScaChallengeService.method.openScaChallenge>;

export const openScaChallenge: OpenScaChallenge = async (request, context) => {
  const applicant = await findApplicant(request.customerId, context);
  if (!applicant.isInScope) return {};

  const { id, subjectId, purpose, agreement, endsBy } = request;
  const subject = subjectIn(request.subject);
  const factor = factorIn(request.factor ?? ScaFactor.SMS_OTP);
  if (!factor) throw wrongProof('The factor is not supported.');
  const isPayment = subject === 'QUOTE';
  const challenge = await openChallenge(
    {
      id,
      applicant,
      subject,
      subjectId,
      factor,
      availableFactors: applicant.factors.filter((one) => !(isPayment && one === 'TOTP')), // TOTP codes are not bound to an amount and payee
      agreement,
      ...(purpose !== undefined && { purpose }),
      ...(endsBy && { endsBy: timestampDate(endsBy) }),
    },
    context,
  );
  return { challenge: toScaChallenge(challenge) };
};
