// Soft-deletes an external account, because payments refer to it.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AccountsContext } from '../context.ts';
import { externalAccountIn, type Named, shown } from './find-external-account.ts';
import { historyEntryNow } from './move-external-account.ts';

/** Throws REFERENCE_NOT_FOUND, and BENEFICIARY_TRUSTED for a trusted account. */
export async function removeExternalAccount(named: Named, context: AccountsContext): Promise<void> {
  const { caller, store, clock } = context;
  await store.write(async (rows) => {
    const account = shown(await rows.externalAccounts.lockWithOwner(caller.platformId, externalAccountIn(named)), named);
    if (account.trustedAt) {
      throw fail(
        ErrorCode.BENEFICIARY_TRUSTED,
        'The account is a trusted beneficiary. Remove the trust and confirm the removal first.',
      );
    }
    const removed = await rows.externalAccounts.remove(caller.platformId, account.id, clock.now());
    await rows.history.add(removed, { kind: 'DELETED', ...historyEntryNow(context) });
  });
}
