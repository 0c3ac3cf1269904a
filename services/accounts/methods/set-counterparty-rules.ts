// SetCounterpartyRules: whether the caller's platform is subject to them. Accounts that exist stay as they are.
import type { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { AccountsMethod } from '../context.ts';

export const setCounterpartyRules: AccountsMethod<typeof AccountDirectoryService.method.setCounterpartyRules> = async (
  { applies },
  { caller, store },
) => {
  await store.counterpartyRules.set(caller.platformId, applies);
  return {};
};
