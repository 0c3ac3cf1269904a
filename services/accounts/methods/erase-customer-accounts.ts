// EraseCustomerAccounts: forgets whose the deleted external accounts of a deleted customer are, and their coordinates.
import type { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { customerIn } from '../steps/customer-in.ts';

export const eraseCustomerAccounts: AccountsMethod<typeof AccountDirectoryService.method.eraseCustomerAccounts> = async (
  { customerId },
  { caller, store },
) => {
  await store.externalAccounts.eraseAllOf({ platformId: caller.platformId, customerId: customerIn(customerId) });
  return {};
};
