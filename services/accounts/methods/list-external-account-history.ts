// ListExternalAccountHistory: the history of an account.
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { externalAccountIn } from '../steps/find-external-account.ts';

export const listExternalAccountHistory: AccountsMethod<
  typeof AccountDirectoryService.method.listExternalAccountHistory
> = async ({ accountId }, { caller, store }) => {
  const id = externalAccountIn({ externalAccountId: accountId });
  const entries = await store.history.list({ platformId: caller.platformId, id });
  return {
    entries: entries.map(({ happenedAt, ...entry }) => ({ ...entry, happenedAt: timestampFromDate(happenedAt) })),
  };
};
