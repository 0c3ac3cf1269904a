// OpenCustomerAccounts: the accounts that a customer lacks.
import type { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { customerIn } from '../steps/customer-in.ts';
import { openAccounts } from '../steps/open-accounts.ts';

export const openCustomerAccounts: AccountsMethod<typeof AccountDirectoryService.method.openCustomerAccounts> = async (
  { customerId, currencies, withWallet },
  context,
) => {
  await openAccounts({ customerId: customerIn(customerId), currencies, withWallet }, context);
  return {};
};
