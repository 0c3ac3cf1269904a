// OpenPlatformAccounts: opens missing accounts of the caller's platform.
import type { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { openAccounts } from '../steps/open-accounts.ts';

export const openPlatformAccounts: AccountsMethod<typeof AccountDirectoryService.method.openPlatformAccounts> = async (
  { currencies },
  context,
) => {
  await openAccounts([{ customerId: null, currencies }], context);
  return {};
};
