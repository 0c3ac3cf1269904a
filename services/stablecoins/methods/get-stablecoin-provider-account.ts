// GetStablecoinProviderAccount: one link of the platform.
import type { StablecoinProviderAccountService } from '../../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import type { StablecoinsMethod } from '../context.ts';
import { toProviderAccount } from '../convert.ts';
import { accountIdIn, accountNotFound } from '../steps/provider-account.ts';

type Get = StablecoinsMethod<typeof StablecoinProviderAccountService.method.getStablecoinProviderAccount>;

export const getStablecoinProviderAccount: Get = async ({ stablecoinProviderAccountId }, { caller, store }) => {
  const account = await store.providerAccounts.find(caller.platformId, accountIdIn(stablecoinProviderAccountId));
  if (!account) throw accountNotFound();
  return toProviderAccount(account, caller.environment);
};
