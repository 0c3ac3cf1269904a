// GetUmaDepositAccount: the external account for a customer's UMA payments, if any.
import type { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { AccountsMethod } from '../context.ts';
import { toKnownAccount } from '../convert-external.ts';

export const getUmaDepositAccount: AccountsMethod<typeof AccountDirectoryService.method.getUmaDepositAccount> = async (
  request,
  { store, caller },
) => {
  const customerId = uuidOf('Customer', request.customerId);
  const account = customerId && (await store.externalAccounts.findUmaDefault({ platformId: caller.platformId, customerId }));
  return account ? { account: toKnownAccount(account) } : {};
};
