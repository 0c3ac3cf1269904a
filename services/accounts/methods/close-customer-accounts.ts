// CloseCustomerAccounts: closes the internal accounts of a deleted customer and deletes the external ones.
import type { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { changeAccounts } from '../steps/change-accounts.ts';
import { customerIn } from '../steps/customer-in.ts';
import { deleteExternalAccountsOf } from '../steps/external-accounts.ts';

export const closeCustomerAccounts: AccountsMethod<typeof AccountDirectoryService.method.closeCustomerAccounts> = async (
  { customerId },
  context,
) => {
  const customer = customerIn(customerId);
  await deleteExternalAccountsOf(customer, context); // no account can be opened after this
  const ids = await context.store.internalAccounts.idsOfCustomer(context.caller.platformId, customer);
  await changeAccounts({ ids, event: 'closed' }, context);
  return {};
};
