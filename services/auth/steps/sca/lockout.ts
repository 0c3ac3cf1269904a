// The lock of customers who fail to prove who they are too often.
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
      ? 'Too many failed attempts: the customer is suspended. Only a reset of the password ends that.'
      : `Too many failed attempts: the customer is locked until ${until}.`,
    { suspended, failedAttempts, ...(until !== undefined && { lockedUntil: until }) },
  );
}
