// External accounts for other services: by id, and all of a deleted customer.
import type { MessageInitShape } from '@bufbuild/protobuf';
import type { AccountSchema } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import type { AccountsContext } from '../context.ts';
import { toKnownAccount } from '../convert-external.ts';
import { historyEntryNow } from './move-external-account.ts';

/** The external accounts with these public ids, for GetAccounts. Ids of another kind or platform are omitted. */
export async function knownExternalAccounts(
  request: { readonly ids: readonly string[]; readonly includingDeleted: boolean },
  { store, caller }: AccountsContext,
): Promise<MessageInitShape<typeof AccountSchema>[]> {
  const ids = request.ids.map((id) => uuidOf('ExternalAccount', id)).filter((id) => id !== undefined);
  if (ids.length === 0) return [];
  const accounts = await store.externalAccounts.findAll(caller.platformId, ids);
  return accounts.filter(({ deletedAt }) => request.includingDeleted || !deletedAt).map(toKnownAccount);
}

/** Deletes the external accounts of a customer (uuid) and prevents new ones. Repeatable. */
export async function deleteExternalAccountsOf(customerId: string, context: AccountsContext): Promise<void> {
  const { store, caller, clock } = context;
  await store.write(async (rows) => {
    const removed = await rows.externalAccounts.removeAllOf({ platformId: caller.platformId, customerId }, clock.now());
    await rows.history.add(removed, { kind: 'DELETED', ...historyEntryNow(context) });
  });
}
