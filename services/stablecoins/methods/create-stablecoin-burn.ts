// CreateStablecoinBurn: destroys tokens and pays dollars to a bank account.
import type { StablecoinOperationService } from '../../../gen/payments/stablecoins/v1/stablecoin_operation_pb.ts';
import type { StablecoinsMethod } from '../context.ts';
import { draftOfBurn, toOperation } from '../convert-operation.ts';
import { createOperation } from '../steps/create-operation.ts';

type Burn = StablecoinsMethod<typeof StablecoinOperationService.method.createStablecoinBurn>;

export const createStablecoinBurn: Burn = async (request, context) =>
  toOperation(await createOperation(draftOfBurn(request), context), context.caller.environment);
