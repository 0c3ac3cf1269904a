// DeleteExternalAccount: softly, so that what was paid to the account goes on naming it.
import type { ExternalAccountService } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { externalAccountIn, unknownExternalAccount } from '../steps/external-account-in.ts';

export const deleteExternalAccount: AccountsMethod<typeof ExternalAccountService.method.deleteExternalAccount> = async (
  { externalAccountId },
  { caller, store, clock },
) => {
  const id = externalAccountIn(externalAccountId);
  const isRemoved = await store.write((rows) => rows.externalAccounts.remove(caller.platformId, id, clock.now()));
  if (!isRemoved) throw unknownExternalAccount(externalAccountId);

  return {};
};
