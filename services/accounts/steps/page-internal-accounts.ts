// A page of internal accounts of customers, newest first.
import type { InternalAccountType } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { AccountsContext } from '../context.ts';
import { toAccountType, toInternalAccount } from '../convert.ts';

export interface InternalPageRequest {
  /** uuid. Absent: of all customers. */
  readonly customerId?: string | undefined;
  /** uuids. Absent: all accounts. */
  readonly among?: readonly string[] | undefined;
  readonly currency?: string | undefined;
  readonly type?: InternalAccountType | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export async function pageInternalAccounts(request: InternalPageRequest, { caller, store }: AccountsContext) {
  const { customerId, among, currency, type, limit = pageSize, cursor } = request;
  const filter = { platformId: caller.platformId, customerId, among, currency, type: toAccountType(type) };
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const [accounts, totalCount] = await Promise.all([
    store.internalAccounts.listOfCustomers(filter, { limit: limit + 1, after }),
    store.internalAccounts.countOfCustomers(filter),
  ]);

  const { data, ...page } = pageOf(accounts, limit);
  return { data: data.map(toInternalAccount), ...page, totalCount };
}
