// ListStablecoinOperations: the mints and burns of a stablecoin, newest first.
import type { StablecoinOperationService } from '../../../gen/payments/stablecoins/v1/stablecoin_operation_pb.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { StablecoinsMethod } from '../context.ts';
import { operationKinds, toOperation } from '../convert-operation.ts';
import { stablecoinNotFound } from '../steps/stablecoin.ts';

type List = StablecoinsMethod<typeof StablecoinOperationService.method.listStablecoinOperations>;

export const listStablecoinOperations: List = async (request, { caller, store }) => {
  const { operationType, cursor, limit = pageSize } = request;
  const { platformId } = caller;
  const stablecoinId = uuidIn(request.stablecoinId);
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  if (!(await store.stablecoins.find(platformId, stablecoinId))) throw stablecoinNotFound();
  const filter = { platformId, stablecoinId, kind: operationType === undefined ? undefined : operationKinds.get(operationType) };

  const totalCount = await store.operations.count(filter);
  const { data, ...position } = pageOf(await store.operations.page(filter, { after, limit }), limit);
  return { data: data.map((operation) => toOperation(operation, caller.environment)), totalCount, ...position };
};
