// Converts resets of factors.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type MobileNumber, TwoFactorEnrollmentStatus, TwoFactorResetState } from '../../gen/payments/auth/v1/sca_reset_pb.ts';
import { toFactor } from './convert-sca.ts';
import type { ScaReset } from './domain/sca/reset.ts';

/** SMS_OTP is enrolled by the reset itself, and has no status of its own. */
export function toResetStatus({ state, factor, expiresAt, completedAt, enrolledAt }: ScaReset) {
  const enrollmentStatus = enrolledAt ? TwoFactorEnrollmentStatus.COMPLETED : TwoFactorEnrollmentStatus.PENDING;
  return {
    status: TwoFactorResetState[state],
    factor: toFactor(factor),
    ...(factor !== 'SMS_OTP' && { enrollmentStatus }),
    expiresAt: timestampFromDate(expiresAt),
    ...(completedAt && { completedAt: timestampFromDate(completedAt) }),
  };
}

/** In E.164 format. */
export const phoneIn = ({ countryCode, number }: MobileNumber) => `${countryCode}${number}`;
