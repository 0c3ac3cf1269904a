// GetAccounts: internal and external accounts by public id.
import type { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { AccountsMethod } from '../context.ts';
import { toInternalAccount } from '../convert.ts';
import { knownExternalAccounts } from '../steps/external-accounts.ts';

export const getAccounts: AccountsMethod<typeof AccountDirectoryService.method.getAccounts> = async (request, context) => {
  const { caller, store } = context;
  const ids = request.ids.map((id) => uuidOf('InternalAccount', id)).filter((id) => id !== undefined);
  const [internal, external] = await Promise.all([
    ids.length > 0 ? store.internalAccounts.findAll(caller.platformId, ids) : [],
    knownExternalAccounts(request, context),
  ]);
  const known = internal.map((account) => ({ kind: { case: 'internal', value: toInternalAccount(account) } as const }));
  return { accounts: [...known, ...external] };
};
