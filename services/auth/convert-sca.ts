// Converts challenges of strong customer authentication.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ScaSubject } from '../../gen/payments/auth/v1/sca_challenge_pb.ts';
import { type ScaChallenge as ScaChallengeMessage, ScaChallengeSchema, ScaFactor } from '../../gen/payments/common/v1/sca_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import type { Factor, ScaChallenge, Subject } from './domain/sca/challenge.ts';
import type { PasskeyQuestion, ScaPasskey } from './domain/sca/passkey.ts';

const factors: ReadonlyMap<ScaFactor, Factor> = new Map([
  [ScaFactor.SMS_OTP, 'SMS_OTP'],
  [ScaFactor.TOTP, 'TOTP'],
  [ScaFactor.PASSKEY, 'PASSKEY'],
]);

export function factorIn(message: ScaFactor): Factor | undefined {
  return factors.get(message);
}

export function toFactor(factor: Factor): ScaFactor {
  return ScaFactor[factor];
}

export const toPasskeyView = ({ webauthnId: credentialId }: ScaPasskey) => ({ factor: ScaFactor.PASSKEY, credentialId });

export function subjectIn(message: ScaSubject): Subject {
  return message === ScaSubject.TRUST ? 'TRUST' : 'QUOTE';
}

export const challengeKind = 'ScaChallenge';
export const resetKind = 'TwoFactorReset';

/** `question`: for the passkey, if one can prove the challenge. Payments have no list of origins. */
export function toScaChallenge(
  { id, subject, expiresAt, factor, availableFactors, purpose }: ScaChallenge,
  question: PasskeyQuestion | undefined,
): ScaChallengeMessage {
  return create(ScaChallengeSchema, {
    id: publicId(challengeKind, id),
    expiresAt: timestampFromDate(expiresAt),
    factor: toFactor(factor),
    availableFactors: availableFactors.map(toFactor),
    ...(purpose !== undefined && { purpose }),
    ...(question && { passkeyAssertionOptions: question.options }),
    ...(question && subject !== 'QUOTE' && { passkeyAllowedOrigins: question.origins }),
  });
}
