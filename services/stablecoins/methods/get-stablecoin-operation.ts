// GetStablecoinOperation: one mint or burn of the platform.
import type { StablecoinOperationService } from '../../../gen/payments/stablecoins/v1/stablecoin_operation_pb.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import type { StablecoinsMethod } from '../context.ts';
import { toOperation } from '../convert-operation.ts';
import { operationNotFound } from '../steps/stablecoin.ts';

type Get = StablecoinsMethod<typeof StablecoinOperationService.method.getStablecoinOperation>;

export const getStablecoinOperation: Get = async ({ stablecoinOperationId }, { caller, store }) => {
  const operation = await store.operations.find(caller.platformId, uuidIn(stablecoinOperationId));
  if (!operation) throw operationNotFound();
  return toOperation(operation, caller.environment);
};
