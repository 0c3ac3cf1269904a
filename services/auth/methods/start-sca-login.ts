// StartScaLogin: opens a challenge whose proof opens a session.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ScaService } from '../../../gen/payments/auth/v1/sca_pb.ts';
import { ScaFactor } from '../../../gen/payments/common/v1/sca_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { challengeKind, factorIn } from '../convert-sca.ts';
import type { ScaChallenge } from '../domain/sca/challenge.ts';
import { type Applicant, applicantInScope, factorsOf } from '../steps/sca/applicant.ts';
import { openChallenge } from '../steps/sca/open-challenge.ts';

type StartScaLogin = AuthMethod<typeof ScaService.method.startScaLogin>;

export const startScaLogin: StartScaLogin = async ({ customerId, login }, context) => {
  const { factor = ScaFactor.UNSPECIFIED } = login ?? {};
  const applicant = await applicantInScope(customerId, context);
  const challenge = await open(applicant, factorIn(factor) ?? 'SMS_OTP', context);
  if (challenge.factor === 'TOTP') return { factor };
  return { factor, challengeId: publicId(challengeKind, challenge.id), expiresAt: timestampFromDate(challenge.expiresAt) };
};

const open = async (applicant: Applicant, factor: ScaChallenge['factor'], context: AuthContext) =>
  openChallenge(
    {
      id: context.operationId,
      applicant,
      subject: 'LOGIN',
      subjectId: applicant.key.customerId,
      factor,
      availableFactors: await factorsOf(applicant, context),
      agreement: 'to log in',
    },
    context,
  );
