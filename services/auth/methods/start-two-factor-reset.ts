// StartTwoFactorReset: starts the liveness check of a customer who has lost a factor.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { TwoFactorResetService } from '../../../gen/payments/auth/v1/sca_reset_pb.ts';
import { ScaFactor } from '../../../gen/payments/common/v1/sca_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { publicId } from '../../kit/core/ids.ts';
import { invalidInput } from '../../kit/messages/validate.ts';
import type { AuthContext, AuthMethod } from '../context.ts';
import { factorIn, resetKind } from '../convert-sca.ts';
import { waitSeconds } from '../domain/limits.ts';
import { resetLimit, resetMs, type ScaReset } from '../domain/sca/reset.ts';
import { rateLimited } from '../steps/proof.ts';
import { applicantInScope, enrolledBy } from '../steps/sca/applicant.ts';
import { livenessOf } from '../steps/sca/reset.ts';

type StartTwoFactorReset = AuthMethod<typeof TwoFactorResetService.method.startTwoFactorReset>;

export const startTwoFactorReset: StartTwoFactorReset = async (request, context) => {
  const { clock, operationId: id, store } = context;
  const applicant = await applicantInScope(request.customerId, context);
  const factor = factorIn(request.reset?.factor ?? ScaFactor.UNSPECIFIED);
  const { factors } = await enrolledBy(applicant, context);
  if (!factor || !factors.includes(factor)) throw invalidInput([{ field: 'factor', message: 'is not enrolled' }]);

  const createdAt = clock.now();
  const expiresAt = new Date(createdAt.getTime() + resetMs);
  const reset: ScaReset = { id, ...applicant.key, factor, state: 'INITIATED', createdAt, expiresAt };
  await keep(reset, context);
  reached('factor reset kept');
  const access = await livenessOf(context)
    .start(reset)
    .catch(async (error: unknown) => {
      await store.write((rows) => rows.scaResets.remove(reset)); // it does not count
      throw error;
    });
  return {
    resetId: publicId(resetKind, id),
    expiresAt: timestampFromDate(expiresAt),
    ...(access.accessToken !== undefined && { livenessAccessToken: access.accessToken }),
    ...(access.verificationLink !== undefined && { verificationLink: access.verificationLink }),
  };
};

/** Before the provider is called, so that concurrent starts stay within the limit. */
async function keep(reset: ScaReset, { store }: AuthContext): Promise<void> {
  await store.write(async (rows) => {
    await rows.scaCustomers.lock(reset);
    const { createdAt: now } = reset;
    const times = await rows.scaResets.startsSince(reset, new Date(now.getTime() - resetLimit.windowMs));
    const wait = waitSeconds(times, [resetLimit], now);
    if (wait !== undefined) throw rateLimited('Too many resets of factors of this customer. Try again later.', wait);
    await rows.scaResets.start(reset);
  });
}
