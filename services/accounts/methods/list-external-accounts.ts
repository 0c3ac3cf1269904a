// ListExternalAccounts: a page of them, newest first.
import type { ExternalAccountService } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { uuidOf } from '../../kit/ids.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/page.ts';
import type { AccountsMethod } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';

export const listExternalAccounts: AccountsMethod<typeof ExternalAccountService.method.listExternalAccounts> = async (
  { currency, customerId, limit = pageSize, cursor },
  { caller, store },
) => {
  const ofCustomer = customerId === undefined ? undefined : uuidOf('Customer', customerId);
  const filter = {
    platformId: caller.platformId,
    ...(currency !== undefined && { currency }),
    ...(ofCustomer !== undefined && { customerId: ofCustomer }),
  };
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const [accounts, totalCount] = await Promise.all([
    store.externalAccounts.list(filter, { limit: limit + 1, after }),
    store.externalAccounts.count(filter),
  ]);

  const { data, ...page } = pageOf(accounts, limit);
  return { data: data.map(toExternalAccount), ...page, totalCount };
};
