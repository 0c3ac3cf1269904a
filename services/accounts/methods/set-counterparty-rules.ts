// SetCounterpartyRules: whether counterparty rules apply to the caller's platform. Existing accounts do not change.
import type { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { AccountsMethod } from '../context.ts';

export const setCounterpartyRules: AccountsMethod<typeof AccountDirectoryService.method.setCounterpartyRules> = async (
  { applies },
  { caller, store },
) => {
  await store.counterpartyRules.set(caller.platformId, applies);
  return {};
};
