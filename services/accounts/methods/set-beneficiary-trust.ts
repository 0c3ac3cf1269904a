// SetBeneficiaryTrust: notes whether a customer trusts an account of theirs.
import type { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { externalAccountIn, shown } from '../steps/find-external-account.ts';

export const setBeneficiaryTrust: AccountsMethod<typeof AccountDirectoryService.method.setBeneficiaryTrust> = async (
  { accountId, isTrusted },
  { caller, store, clock },
) => {
  const named = { externalAccountId: accountId, view: 'all' } as const;
  await store.write(async (rows) => {
    const { trustedAt: _, ...account } = shown(
      await rows.externalAccounts.lock(caller.platformId, externalAccountIn(named)),
      named,
    );
    await rows.externalAccounts.changeTrust({ ...account, ...(isTrusted && { trustedAt: clock.now() }) });
  });
  return {};
};
