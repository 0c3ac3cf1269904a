// GetPlatformExternalAccount: an account of the platform itself.
import type { PlatformExternalAccountService } from '../../../gen/payments/accounts/v1/platform_external_account_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';
import { findExternalAccount } from '../steps/find-external-account.ts';

export const getPlatformExternalAccount: AccountsMethod<
  typeof PlatformExternalAccountService.method.getPlatformExternalAccount
> = async ({ externalAccountId }, context) =>
  toExternalAccount(await findExternalAccount({ externalAccountId, view: 'own' }, context));
