// SetServiceFee: the operator sets the service fee of one corridor of a platform.
import type { ServiceFeeService } from '../../../gen/payments/transfers/v1/service_fee_pb.ts';
import type { TransfersMethod } from '../context.ts';
import { corridorIn } from '../convert-service-fee.ts';

export const setServiceFee: TransfersMethod<typeof ServiceFeeService.method.setServiceFee> = async (request, context) => {
  const { fixed, variableBps, counterpartyFixed: counterparty } = request;
  const taken = { fixed, bps: BigInt(variableBps), ...(counterparty !== undefined && { counterparty }) };
  await context.store.serviceFees.set(context.caller.platformId, { ...corridorIn(request), ...taken });
  return {};
};
