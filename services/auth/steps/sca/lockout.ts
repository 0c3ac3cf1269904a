// The lock of customers after too many failed authentications.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';
import { isSuspended, type ScaStatus } from '../../domain/sca/lock.ts';

export function accountLocked(standing: ScaStatus): Refusal {
  const { failedAttempts, lockedUntil } = standing;
  const suspended = isSuspended(standing);
  const until = suspended ? undefined : lockedUntil?.toISOString();
  return fail(
    ErrorCode.ACCOUNT_LOCKED,
    suspended
      ? 'The customer is suspended after too many failed attempts. A password reset is required.'
      : `The customer is locked until ${until} after too many failed attempts.`,
    { suspended, failedAttempts, ...(until !== undefined && { lockedUntil: until }) },
  );
}
