// ProveScaChallenge: judges the proof that an operation of another service waits for.

import type { ScaChallengeService } from '../../../gen/payments/auth/v1/sca_challenge_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/fail.ts';
import type { AuthMethod } from '../context.ts';
import { subjectIn } from '../convert-sca.ts';
import { isLoggedIn } from '../domain/sca/lock.ts';
import { applicantInScope } from '../steps/sca/applicant.ts';
import { judge, nothingOpen, wrongProof } from '../steps/sca/judge.ts';
import { refuseLocked } from '../steps/sca/lockout.ts';

type ProveScaChallenge = AuthMethod<typeof ScaChallengeService.method.proveScaChallenge>;

export const proveScaChallenge: ProveScaChallenge = async (request, context) => {
  const { key } = await applicantInScope(request.customerId, context);
  const isPayment = subjectIn(request.subject) === 'QUOTE';
  const standing = await context.store.scaCustomers.find(key);
  if (isPayment) refuseLocked(standing, context);
  const { id, code, endUserIpAddress: ip } = request;
  if (id === undefined) throw nothingOpen();
  if (isPayment && !isLoggedIn(standing, context.clock.now())) {
    throw fail(ErrorCode.SCA_SESSION_REQUIRED, 'Log the customer in by /sca/login, then authorize the same challenge again.');
  }

  const verdict = await judge({ id, proof: { code, ...(ip !== undefined && { ip }) } }, context);
  if (verdict === 'wrong') throw wrongProof();
  return { isOver: verdict === 'over' };
};
