// StartScaLogin: opens a challenge whose proof opens a session.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ScaService } from '../../../gen/payments/auth/v1/sca_pb.ts';
import { ScaFactor } from '../../../gen/payments/common/v1/sca_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { challengeKind, factorIn } from '../convert-sca.ts';
import type { ScaChallenge } from '../domain/sca/challenge.ts';
import { type Applicant, applicantInScope, enrolledBy } from '../steps/sca/applicant.ts';
import { wrongProof } from '../steps/sca/judge.ts';
import { openChallenge } from '../steps/sca/open-challenge.ts';
import { passkeyQuestionOf } from '../steps/sca/passkey-question.ts';

type StartScaLogin = AuthMethod<typeof ScaService.method.startScaLogin>;

export const startScaLogin: StartScaLogin = async ({ customerId, login }, context) => {
  const { factor = ScaFactor.UNSPECIFIED } = login ?? {};
  const applicant = await applicantInScope(customerId, context);
  const challenge = await open(applicant, factorIn(factor) ?? 'SMS_OTP', context);
  if (challenge.factor === 'TOTP') return { factor };
  if (challenge.factor === 'PASSKEY') return { factor, ...(await passkeyFields(challenge, context)) };
  return { factor, challengeId: publicId(challengeKind, challenge.id), expiresAt: timestampFromDate(challenge.expiresAt) };
};

async function open(applicant: Applicant, factor: ScaChallenge['factor'], context: AuthContext): Promise<ScaChallenge> {
  const { factors: availableFactors, passkey } = await enrolledBy(applicant, context);
  const { customerId: subjectId } = applicant.key;
  const login = { id: context.operationId, subject: 'LOGIN', subjectId, agreement: 'to log in' } as const;
  return openChallenge({ ...login, applicant, passkey, factor, availableFactors }, context);
}

async function passkeyFields(challenge: ScaChallenge, context: AuthContext) {
  const question = await passkeyQuestionOf(challenge, context);
  if (!question) throw wrongProof('The passkey was deleted.');
  const { options: passkeyOptions, origins: allowedOrigins, relyingPartyId } = question;
  return { passkeyOptions, allowedOrigins, relyingPartyId };
}
