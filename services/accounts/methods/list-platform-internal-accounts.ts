// ListPlatformInternalAccounts: the platform's own accounts. One per currency, so without pages.
import type { InternalAccountService } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toAccountType, toInternalAccount } from '../convert.ts';

export const listPlatformInternalAccounts: AccountsMethod<
  typeof InternalAccountService.method.listPlatformInternalAccounts
> = async ({ currency, type }, { caller, store }) => {
  const filter = { platformId: caller.platformId, currency, type: toAccountType(type) };
  const accounts = await store.internalAccounts.listOfPlatform(filter);
  return { data: accounts.map(toInternalAccount) };
};
