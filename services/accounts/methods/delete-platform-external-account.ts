// DeletePlatformExternalAccount: of the platform itself.
import type { PlatformExternalAccountService } from '../../../gen/payments/accounts/v1/platform_external_account_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { removeExternalAccount } from '../steps/remove-external-account.ts';

export const deletePlatformExternalAccount: AccountsMethod<
  typeof PlatformExternalAccountService.method.deletePlatformExternalAccount
> = async ({ externalAccountId }, context) => {
  await removeExternalAccount({ externalAccountId, view: 'own' }, context);
  return {};
};
