// ProveScaChallenge: verifies a proof for an operation of another service.
import type { ScaChallengeService } from '../../../gen/payments/auth/v1/sca_challenge_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthMethod } from '../context.ts';
import { subjectIn } from '../convert-sca.ts';
import { isLoggedIn } from '../domain/sca/lock.ts';
import { applicantInScope } from '../steps/sca/applicant.ts';
import { type Case, judge, nothingOpen, wrongProof } from '../steps/sca/judge.ts';
import { proofIn } from '../steps/sca/verify-proof.ts';

type ProveScaChallenge = AuthMethod<typeof ScaChallengeService.method.proveScaChallenge>;

export const proveScaChallenge: ProveScaChallenge = async (request, context) => {
  const { key: customer } = await applicantInScope(request.customerId, context);
  const { id } = request;
  const subject = subjectIn(request.subject);

  const find: Case['find'] = async ({ scaChallenges }, standing) => {
    if (id === undefined) throw nothingOpen(subject);
    if (subject === 'QUOTE' && !isLoggedIn(standing, context.clock.now())) throw loginRequired();
    const challenge = await scaChallenges.find(customer.platformId, id);
    if (challenge?.customerId !== customer.customerId || challenge.state === 'ENDED') throw nothingOpen(subject);
    return challenge;
  };
  const verdict = await judge({ customer, find, proof: proofIn(request) }, context);

  if (verdict === 'wrong') throw wrongProof();
  return { isOver: verdict === 'over' };
};

const loginRequired = () =>
  fail(ErrorCode.SCA_SESSION_REQUIRED, 'Log the customer in through /sca/login, then authorize the same challenge again.');
