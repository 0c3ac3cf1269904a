// ListStablecoinProviderAccounts: the links of the platform, newest first.
import type { StablecoinProviderAccountService } from '../../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { StablecoinsMethod } from '../context.ts';
import { accountStatuses, providers, toProviderAccount } from '../convert.ts';

type List = StablecoinsMethod<typeof StablecoinProviderAccountService.method.listStablecoinProviderAccounts>;

export const listStablecoinProviderAccounts: List = async ({ provider, status, cursor, limit = pageSize }, context) => {
  const { caller, store } = context;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const filter = {
    platformId: caller.platformId,
    provider: provider === undefined ? undefined : providers.get(provider),
    status: status === undefined ? undefined : accountStatuses.get(status),
  };

  const totalCount = await store.providerAccounts.count(filter);
  const { data, ...position } = pageOf(await store.providerAccounts.page(filter, { after, limit }), limit);
  return { data: data.map((account) => toProviderAccount(account, caller.environment)), totalCount, ...position };
};
