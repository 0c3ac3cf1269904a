// CompleteScaLogin: the proof opens a session and replaces the previous one.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { CompleteScaLoginRequest, ScaService } from '../../../gen/payments/auth/v1/sca_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { AuthMethod } from '../context.ts';
import { challengeKind, factorIn } from '../convert-sca.ts';
import { type ScaChallenge, sessionMs } from '../domain/sca/challenge.ts';
import { applicantInScope } from '../steps/sca/applicant.ts';
import { judge, wrongProof } from '../steps/sca/judge.ts';
import { proofIn } from '../steps/sca/verify-proof.ts';
import type { CustomerKey } from '../store/sca-customers.ts';
import type { AuthRows } from '../store/store.ts';

type CompleteScaLogin = AuthMethod<typeof ScaService.method.completeScaLogin>;

export const completeScaLogin: CompleteScaLogin = async ({ customerId, proof }, context) => {
  const { key: customer } = await applicantInScope(customerId, context);
  if (!proof) throw new TypeError('The rules of the request demand a proof.');
  const expiresAt = new Date(context.clock.now().getTime() + sessionMs);
  const { endUserIpAddress: ip } = proof;

  const verdict = await judge(
    {
      customer,
      proof: proofIn(proof),
      find: (rows) => startedLogin(rows, customer, proof),
      together: (rows) => rows.scaCustomers.openSession(customer, { expiresAt, ip }),
    },
    context,
  );

  if (verdict !== 'proven') throw wrongProof();
  return { status: 'SUCCESS', sessionExpiresAt: timestampFromDate(expiresAt) };
};

type LoginProof = NonNullable<CompleteScaLoginRequest['proof']>;

async function startedLogin({ scaChallenges }: AuthRows, customer: CustomerKey, proof: LoginProof): Promise<ScaChallenge> {
  const { platformId, customerId: subjectId } = customer;
  const open = await scaChallenges.findOpen({ platformId, subject: 'LOGIN', subjectId });
  const factor = factorIn(proof.factor);
  if (factor === 'SMS_OTP' && open?.id !== uuidOf(challengeKind, proof.challengeId ?? ''))
    throw invalidInput([{ field: 'challengeId', message: 'is not the challenge of the latest login' }]);
  if (open && open.factor === factor) return open;
  throw invalidInput([{ field: 'factor', message: 'must be the factor of the latest login' }]);
}
