// CompleteScaLogin: the proof opens a session, in place of the one before.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { ScaService } from '../../../gen/payments/auth/v1/sca_pb.ts';
import { uuidOf } from '../../kit/ids.ts';
import { invalidInput } from '../../kit/validate.ts';
import type { AuthMethod } from '../context.ts';
import { challengeKind, factorIn } from '../convert-sca.ts';
import { sessionMs } from '../domain/sca/challenge.ts';
import { applicantInScope } from '../steps/sca/applicant.ts';
import { judge, wrongProof } from '../steps/sca/judge.ts';
import { refuseLocked } from '../steps/sca/lockout.ts';

type CompleteScaLogin = AuthMethod<typeof ScaService.method.completeScaLogin>;

export const completeScaLogin: CompleteScaLogin = async ({ customerId, proof }, context) => {
  const { clock, store } = context;
  const { key } = await applicantInScope(customerId, context);
  refuseLocked(await store.scaCustomers.find(key), context);

  const { platformId, customerId: subjectId } = key;
  const open = await store.scaChallenges.findOpen({ platformId, subject: 'LOGIN', subjectId });
  const isTold = open?.id === uuidOf(challengeKind, proof?.challengeId ?? '');
  if (!proof || !open || !isTold)
    throw invalidInput([{ field: 'challengeId', message: 'is not of the login that was started last' }]);
  if (open.factor !== factorIn(proof.factor))
    throw invalidInput([{ field: 'factor', message: `was ${open.factor} at the start` }]);

  const expiresAt = new Date(clock.now().getTime() + sessionMs);
  const { code, endUserIpAddress: ip } = proof;
  const verdict = await judge(
    {
      id: open.id,
      proof: { code, ip },
      together: async (rows) => {
        await rows.scaCustomers.lock(key);
        await rows.scaCustomers.openSession(key, expiresAt, ip);
      },
    },
    context,
  );
  if (verdict !== 'proven') throw wrongProof();
  return { status: 'SUCCESS', sessionExpiresAt: timestampFromDate(expiresAt) };
};
