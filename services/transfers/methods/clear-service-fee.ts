// ClearServiceFee: the operator removes the fee of one corridor of a platform.
import type { ServiceFeeService } from '../../../gen/payments/transfers/v1/service_fee_pb.ts';
import type { TransfersMethod } from '../context.ts';
import { corridorIn } from '../convert-service-fee.ts';

export const clearServiceFee: TransfersMethod<typeof ServiceFeeService.method.clearServiceFee> = async (
  request,
  { store, caller },
) => {
  await store.serviceFees.remove(caller.platformId, corridorIn(request));
  return {};
};
