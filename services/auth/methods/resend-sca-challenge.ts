// ResendScaChallenge: sends the same code again. Does not extend the challenge.
import type { ScaChallengeService } from '../../../gen/payments/auth/v1/sca_challenge_pb.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { waitSeconds } from '../domain/limits.ts';
import { resendLimit, resendsMax, type ScaChallenge } from '../domain/sca/challenge.ts';
import { rateLimited } from '../steps/proof.ts';
import { applicantInScope } from '../steps/sca/applicant.ts';
import { nothingOpen } from '../steps/sca/judge.ts';
import { sendCode } from '../steps/sca/send-code.ts';

type ResendScaChallenge = AuthMethod<typeof ScaChallengeService.method.resendScaChallenge>;

export const resendScaChallenge: ResendScaChallenge = async ({ customerId, id }, context) => {
  await applicantInScope(customerId, context);
  const { caller, clock, store } = context;
  const challenge = id === undefined ? undefined : await store.scaChallenges.find(caller.platformId, id);
  const isLive = challenge?.state === 'OPEN' && clock.now() < challenge.expiresAt;
  if (!challenge || !isLive || challenge.factor !== 'SMS_OTP') throw nothingOpen('QUOTE');
  refuseHaste(challenge, context);
  if (!(await sendCode(challenge, context))) throw justSent(resendLimit.windowMs / 1_000);
  return {};
};

/** The first sending is not a resend, and counts towards neither limit. */
function refuseHaste({ sends, sentAt, expiresAt }: ScaChallenge, { clock }: AuthContext): void {
  const now = clock.now();
  const wait = waitSeconds(sentAt && sends > 1 ? [sentAt] : [], [resendLimit], now);
  if (wait !== undefined) throw justSent(wait);
  if (sends <= resendsMax) return;
  throw rateLimited('The code was sent too often. Try again later.', Math.ceil((expiresAt.getTime() - now.getTime()) / 1_000));
}

const justSent = (wait: number) => rateLimited('The code was sent a moment ago. Try again later.', wait);
