// CreateStablecoinMint: issues tokens against dollars that reach the provider.
import type { StablecoinOperationService } from '../../../gen/payments/stablecoins/v1/stablecoin_operation_pb.ts';
import type { StablecoinsMethod } from '../context.ts';
import { draftOfMint, toOperation } from '../convert-operation.ts';
import { createOperation } from '../steps/create-operation.ts';

type Mint = StablecoinsMethod<typeof StablecoinOperationService.method.createStablecoinMint>;

export const createStablecoinMint: Mint = async (request, context) =>
  toOperation(await createOperation(draftOfMint(request), context), context.caller.environment);
