// RecordSecurityEvent: failed logins on the platform count towards the lock; a password reset ends it.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type ScaService, SecurityEventType } from '../../../gen/payments/auth/v1/sca_pb.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { afterFailure, isLocked, isSuspended, type ScaStatus } from '../domain/sca/lock.ts';
import { applicantInScope } from '../steps/sca/applicant.ts';
import { accountLocked } from '../steps/sca/lockout.ts';
import type { CustomerKey } from '../store/sca-customers.ts';

type RecordSecurityEvent = AuthMethod<typeof ScaService.method.recordSecurityEvent>;

export const recordSecurityEvent: RecordSecurityEvent = async ({ customerId, event }, context) => {
  const { eventType = SecurityEventType.UNSPECIFIED } = event ?? {};
  const { key } = await applicantInScope(customerId, context);
  const isReset = eventType === SecurityEventType.RESET_PASSWORD_COMPLETED;
  const standing = isReset ? await reset(key, context) : await fail(key, context);
  const { failedAttempts, lockedUntil } = standing;
  const suspended = isSuspended(standing);
  const isTemporary = lockedUntil !== undefined && !suspended;
  return { eventType, suspended, failedAttempts, ...(isTemporary && { lockedUntil: timestampFromDate(lockedUntil) }) };
};

async function reset(key: CustomerKey, { store }: AuthContext): Promise<ScaStatus> {
  await store.scaCustomers.reset(key);
  return store.scaCustomers.find(key);
}

/** Failures of a locked customer count too, and are then refused. */
async function fail(key: CustomerKey, { clock, store }: AuthContext): Promise<ScaStatus> {
  const { wasLocked, after } = await store.write(async (rows) => {
    const before = await rows.scaCustomers.lock(key);
    const now = clock.now();
    const after = afterFailure(before, now);
    await rows.scaCustomers.save(key, after);
    return { wasLocked: isLocked(before, now), after };
  });
  if (wasLocked) throw accountLocked(after);
  return after;
}
