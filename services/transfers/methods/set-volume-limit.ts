// SetVolumeLimit: the operator limits the volume of one corridor of a platform.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { VolumeLimitService } from '../../../gen/payments/transfers/v1/volume_limit_pb.ts';
import { currencyOf } from '../../kit/core/currencies.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersMethod } from '../context.ts';

export const setVolumeLimit: TransfersMethod<typeof VolumeLimitService.method.setVolumeLimit> = async (request, context) => {
  const { sendingCurrency: sending, receivingCurrency: receiving, singleMax, dailyMax } = request;
  for (const code of [sending, receiving]) {
    if (!currencyOf(code)) throw fail(ErrorCode.INVALID_CURRENCY, `There is no currency ${code}.`);
  }
  const { platformId } = context.caller;
  const caps = { ...(singleMax !== undefined && { singleMax }), ...(dailyMax !== undefined && { dailyMax }) };
  await context.store.limits.set({ platformId, sending, receiving, ...caps });
  return {};
};
