// CreatePlatformExternalAccount: for the platform itself.
import type { PlatformExternalAccountService } from '../../../gen/payments/accounts/v1/platform_external_account_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';
import { keepExternalAccount } from '../steps/keep-external-account.ts';

export const createPlatformExternalAccount: AccountsMethod<
  typeof PlatformExternalAccountService.method.createPlatformExternalAccount
> = async (request, context) => toExternalAccount(await keepExternalAccount(request, context));
