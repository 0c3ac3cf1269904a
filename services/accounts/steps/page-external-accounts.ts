// A page of external accounts, newest first.
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { AccountsContext } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';

export interface PageRequest {
  /** uuid of a customer, or of the platform for its own. Absent: all. */
  readonly ownerId?: string | undefined;
  readonly currency?: string | undefined;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
}

export async function pageExternalAccounts(request: PageRequest, { caller, store }: AccountsContext) {
  const { ownerId, currency, limit = pageSize, cursor } = request;
  const filter = {
    platformId: caller.platformId,
    ...(ownerId !== undefined && { ownerId }),
    ...(currency !== undefined && { currency }),
  };
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const [accounts, totalCount] = await Promise.all([
    store.externalAccounts.list(filter, { limit: limit + 1, after }),
    store.externalAccounts.count(filter),
  ]);

  const { data, ...page } = pageOf(accounts, limit);
  return { data: data.map(toExternalAccount), ...page, totalCount };
}
