// The lock of customers who fail to prove who they are too often.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../../kit/fail.ts';
import type { AuthContext } from '../../context.ts';
import { isLocked, isSuspended, type ScaStanding } from '../../domain/sca/lock.ts';

/** Throws ACCOUNT_LOCKED. */
export function refuseLocked(standing: ScaStanding, { clock }: AuthContext): void {
  if (!isLocked(standing, clock.now())) return;
  const { failedAttempts, lockedUntil } = standing;
  const suspended = isSuspended(standing);
  const until = suspended ? undefined : lockedUntil?.toISOString();
  throw fail(
    ErrorCode.ACCOUNT_LOCKED,
    suspended
      ? 'Too many failed attempts: the customer is suspended. Only a reset of the password ends that.'
      : `Too many failed attempts: the customer is locked until ${until}.`,
    { suspended, failedAttempts, ...(until !== undefined && { lockedUntil: until }) },
  );
}
