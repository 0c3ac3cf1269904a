// OpenCustomerAccounts: opens missing accounts of customers.
import type { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { customerIn } from '../steps/customer-in.ts';
import { openAccounts } from '../steps/open-accounts.ts';

export const openCustomerAccounts: AccountsMethod<typeof AccountDirectoryService.method.openCustomerAccounts> = async (
  { openings },
  context,
) => {
  await openAccounts(
    openings.map((opening) => ({ ...opening, customerId: customerIn(opening.customerId) })),
    context,
  );
  return {};
};
