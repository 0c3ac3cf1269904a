// GetExternalAccount: one account of the platform.
import type { ExternalAccountService } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';
import { externalAccountIn, unknownExternalAccount } from '../steps/external-account-in.ts';

export const getExternalAccount: AccountsMethod<typeof ExternalAccountService.method.getExternalAccount> = async (
  { externalAccountId },
  { caller, store },
) => {
  const account = await store.externalAccounts.find(caller.platformId, externalAccountIn(externalAccountId));
  if (!account) throw unknownExternalAccount(externalAccountId);

  return toExternalAccount(account);
};
