// ListCustomerInternalAccounts: a page of accounts of customers, newest first.
import type { InternalAccountService } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { AccountsMethod } from '../context.ts';
import { toAccountType, toInternalAccount } from '../convert.ts';

export const listCustomerInternalAccounts: AccountsMethod<
  typeof InternalAccountService.method.listCustomerInternalAccounts
> = async ({ currency, customerId, type, limit = pageSize, cursor }, { caller, store }) => {
  const filter = {
    platformId: caller.platformId,
    customerId: customerId === undefined ? undefined : uuidOf('Customer', customerId),
    currency,
    type: toAccountType(type),
  };
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const [accounts, totalCount] = await Promise.all([
    store.internalAccounts.listOfCustomers(filter, { limit: limit + 1, after }),
    store.internalAccounts.countOfCustomers(filter),
  ]);

  const { data, ...page } = pageOf(accounts, limit);
  return { data: data.map(toInternalAccount), ...page, totalCount };
};
