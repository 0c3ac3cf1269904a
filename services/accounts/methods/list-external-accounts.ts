// ListExternalAccounts: accounts of the platform and of its customers.
import type { ExternalAccountService } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { AccountsMethod } from '../context.ts';
import { pageExternalAccounts } from '../steps/page-external-accounts.ts';

export const listExternalAccounts: AccountsMethod<typeof ExternalAccountService.method.listExternalAccounts> = async (
  { customerId, currency, limit, cursor },
  context,
) => {
  const ownerId = customerId === undefined ? undefined : uuidOf('Customer', customerId);
  if (ownerId === context.caller.platformId) return { totalCount: 0n }; // the platform's own accounts have no customer
  return pageExternalAccounts({ ownerId, currency, limit, cursor }, context);
};
