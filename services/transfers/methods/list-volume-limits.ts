// ListVolumeLimits: the volume limits of a platform.
import type { VolumeLimitService } from '../../../gen/payments/transfers/v1/volume_limit_pb.ts';
import type { TransfersMethod } from '../context.ts';

export const listVolumeLimits: TransfersMethod<typeof VolumeLimitService.method.listVolumeLimits> = async (
  _,
  { store, caller },
) => {
  const limits = await store.limits.all(caller.platformId);
  return {
    limits: limits.map(({ sending, receiving, platformId: _id, ...caps }) => ({
      sendingCurrency: sending,
      receivingCurrency: receiving,
      ...caps,
    })),
  };
};
