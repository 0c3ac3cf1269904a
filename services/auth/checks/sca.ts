// Checks of the proof of a login.
import type { CompleteScaLoginRequest } from '../../../gen/payments/auth/v1/sca_pb.ts';
import { ScaFactor } from '../../../gen/payments/common/v1/sca_pb.ts';
import type { FieldError } from '../../kit/messages/json/problems.ts';
import { checkScaProof } from '../../kit/messages/sca-proof.ts';

/** The challenge identifies the text message of a code. */
export function checkLoginProof({ proof }: CompleteScaLoginRequest): FieldError[] {
  if (!proof) return [];
  const needsChallenge = proof.factor === ScaFactor.SMS_OTP && proof.challengeId === undefined;
  return [...checkScaProof(proof), ...(needsChallenge ? [{ field: 'challengeId', message: 'is required with SMS_OTP' }] : [])];
}
