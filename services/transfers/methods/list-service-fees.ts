// ListServiceFees: the configured fees of a platform.
import type { ServiceFeeService } from '../../../gen/payments/transfers/v1/service_fee_pb.ts';
import type { TransfersMethod } from '../context.ts';
import { toServiceFee } from '../convert-service-fee.ts';

export const listServiceFees: TransfersMethod<typeof ServiceFeeService.method.listServiceFees> = async (_, { store, caller }) => {
  const fees = await store.serviceFees.all(caller.platformId);
  return { fees: fees.map(toServiceFee) };
};
