// ListStablecoins: the stablecoins of the platform, newest first.
import type { StablecoinService } from '../../../gen/payments/stablecoins/v1/stablecoin_pb.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { StablecoinsMethod } from '../context.ts';
import { providers } from '../convert.ts';
import { issuanceStatuses, serviceStatuses, toStablecoin } from '../convert-stablecoin.ts';

type List = StablecoinsMethod<typeof StablecoinService.method.listStablecoins>;

export const listStablecoins: List = async (request, { caller, store }) => {
  const { issuanceStatus, serviceOperationsStatus, provider, cursor, limit = pageSize } = request;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const filter = {
    platformId: caller.platformId,
    issuanceStatus: issuanceStatus === undefined ? undefined : issuanceStatuses.get(issuanceStatus),
    serviceStatus: serviceOperationsStatus === undefined ? undefined : serviceStatuses.get(serviceOperationsStatus),
    provider: provider === undefined ? undefined : providers.get(provider),
  };

  const totalCount = await store.stablecoins.count(filter);
  const { data, ...position } = pageOf(await store.stablecoins.page(filter, { after, limit }), limit);
  return { data: data.map((stablecoin) => toStablecoin(stablecoin, caller.environment)), totalCount, ...position };
};
