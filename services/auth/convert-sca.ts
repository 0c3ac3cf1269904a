// Converts challenges of strong customer authentication.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { ScaSubject } from '../../gen/payments/auth/v1/sca_challenge_pb.ts';
import { type ScaChallenge as ScaChallengeMessage, ScaChallengeSchema, ScaFactor } from '../../gen/payments/common/v1/sca_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import type { Factor, ScaChallenge, Subject } from './domain/sca/challenge.ts';

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

export function subjectIn(message: ScaSubject): Subject {
  return message === ScaSubject.TRUST ? 'TRUST' : 'QUOTE';
}

export const challengeKind = 'ScaChallenge';

export function toScaChallenge({ id, expiresAt, factor, availableFactors, purpose }: ScaChallenge): ScaChallengeMessage {
  return create(ScaChallengeSchema, {
    id: publicId(challengeKind, id),
    expiresAt: timestampFromDate(expiresAt),
    factor: toFactor(factor),
    availableFactors: availableFactors.map(toFactor),
    ...(purpose !== undefined && { purpose }),
  });
}
