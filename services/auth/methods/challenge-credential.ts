// ChallengeCredential: sends a new code or issues a passkey challenge.
import type { CredentialService } from '../../../gen/payments/auth/v1/credential_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { stillProcessing } from '../../kit/calls/signed-retry.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AuthMethod } from '../context.ts';
import { toOtpChallenge, toPasskeyChallenge } from '../convert-credential.ts';
import { isOtp } from '../domain/credential.ts';
import { challengePasskey } from '../steps/challenge-passkey.ts';
import { credentialIn } from '../steps/credential-in.ts';
import { resendOtp } from '../steps/resend-otp.ts';

type ChallengeCredential = AuthMethod<typeof CredentialService.method.challengeCredential>;

export const challengeCredential: ChallengeCredential = async ({ id, clientPublicKey }, context) => {
  const credential = await credentialIn(id, context);
  if (isOtp(credential)) {
    const sent = await resendOtp(credential, context);
    if (!sent) return { outcome: { case: 'processing', value: stillProcessing } };
    return { outcome: { case: 'challenged', value: toOtpChallenge(sent.issued, sent.bundle) } };
  }
  if (credential.type === 'PASSKEY') {
    const challenge = await challengePasskey(credential, clientPublicKey, context);
    return { outcome: { case: 'challenged', value: toPasskeyChallenge(credential, challenge) } };
  }
  throw fail(ErrorCode.INVALID_INPUT, 'An OAUTH credential has no challenge. Verify it with a new ID token.');
};
