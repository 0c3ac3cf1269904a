// ListCustomerInternalAccounts: a page of accounts of customers, newest first.
import type { InternalAccountService } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { AccountsMethod } from '../context.ts';
import { pageInternalAccounts } from '../steps/page-internal-accounts.ts';

export const listCustomerInternalAccounts: AccountsMethod<
  typeof InternalAccountService.method.listCustomerInternalAccounts
> = async ({ customerId, currency, type, limit, cursor }, context) => {
  const uuid = customerId === undefined ? undefined : uuidOf('Customer', customerId);
  return pageInternalAccounts({ customerId: uuid, currency, type, limit, cursor }, context);
};
