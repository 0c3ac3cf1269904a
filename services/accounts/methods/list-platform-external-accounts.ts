// ListPlatformExternalAccounts: accounts of the platform itself.
import type { PlatformExternalAccountService } from '../../../gen/payments/accounts/v1/platform_external_account_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { pageExternalAccounts } from '../steps/page-external-accounts.ts';

export const listPlatformExternalAccounts: AccountsMethod<
  typeof PlatformExternalAccountService.method.listPlatformExternalAccounts
> = ({ currency, limit, cursor }, context) =>
  pageExternalAccounts({ ownerId: context.caller.platformId, currency, limit, cursor }, context);
