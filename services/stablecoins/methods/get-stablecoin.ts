// GetStablecoin: one stablecoin of the platform.
import type { StablecoinService } from '../../../gen/payments/stablecoins/v1/stablecoin_pb.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import type { StablecoinsMethod } from '../context.ts';
import { toStablecoin } from '../convert-stablecoin.ts';
import { stablecoinNotFound } from '../steps/stablecoin.ts';

export const getStablecoin: StablecoinsMethod<typeof StablecoinService.method.getStablecoin> = async (request, context) => {
  const { caller, store } = context;
  const stablecoin = await store.stablecoins.find(caller.platformId, uuidIn(request.stablecoinId));
  if (!stablecoin) throw stablecoinNotFound();
  return toStablecoin(stablecoin, caller.environment);
};
