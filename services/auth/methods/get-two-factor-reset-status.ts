// GetTwoFactorResetStatus: the state of a reset, after the current result of its liveness check.
import type { TwoFactorResetService } from '../../../gen/payments/auth/v1/sca_reset_pb.ts';
import type { AuthMethod } from '../context.ts';
import { toResetStatus } from '../convert-sca-reset.ts';
import { findReset } from '../steps/sca/reset.ts';

type GetTwoFactorResetStatus = AuthMethod<typeof TwoFactorResetService.method.getTwoFactorResetStatus>;

export const getTwoFactorResetStatus: GetTwoFactorResetStatus = async (request, context) =>
  toResetStatus((await findReset(request, context)).reset);
