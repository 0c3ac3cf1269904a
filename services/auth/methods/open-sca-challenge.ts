// OpenScaChallenge: opens a challenge before an operation of another service.
import { timestampDate } from '@bufbuild/protobuf/wkt';
import type { ScaChallengeService } from '../../../gen/payments/auth/v1/sca_challenge_pb.ts';
import type { AuthMethod } from '../context.ts';
import { factorIn, subjectIn, toScaChallenge } from '../convert-sca.ts';
import { type Factor, paymentFactors, type Subject } from '../domain/sca/challenge.ts';
import { enrolledBy, findApplicant } from '../steps/sca/applicant.ts';
import { wrongProof } from '../steps/sca/judge.ts';
import { openChallenge } from '../steps/sca/open-challenge.ts';
import { passkeyQuestionOf } from '../steps/sca/passkey-question.ts';

type OpenScaChallenge = AuthMethod<typeof ScaChallengeService.method.openScaChallenge>;

export const openScaChallenge: OpenScaChallenge = async (request, context) => {
  const applicant = await findApplicant(request.customerId, context);
  if (!applicant.isInScope) return {};

  const { id, subjectId, purpose, agreement, endsBy } = request;
  const subject = subjectIn(request.subject);
  const { factors, passkey } = await enrolledBy(applicant, context);
  const availableFactors = subject === 'QUOTE' ? paymentFactors(factors) : factors;
  const factor = request.factor === undefined ? preferred(availableFactors, subject) : factorIn(request.factor);
  if (!factor) throw wrongProof('The factor is not supported.');
  const challenge = await openChallenge(
    {
      id,
      applicant,
      passkey,
      subject,
      subjectId,
      factor,
      availableFactors,
      agreement,
      ...(purpose !== undefined && { purpose }),
      ...(endsBy && { endsBy: timestampDate(endsBy) }),
    },
    context,
  );
  return { challenge: toScaChallenge(challenge, await passkeyQuestionOf(challenge, context)) };
};

/** Every factor satisfies a challenge for trust, so a customer without a phone gets one for another factor. */
function preferred(factors: readonly Factor[], subject: Subject): Factor {
  return (subject === 'TRUST' ? factors[0] : undefined) ?? 'SMS_OTP';
}
