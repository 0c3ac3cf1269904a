// GetExternalAccount: an account of the platform or of its customers.
import type { ExternalAccountService } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';
import { findExternalAccount } from '../steps/find-external-account.ts';

export const getExternalAccount: AccountsMethod<typeof ExternalAccountService.method.getExternalAccount> = async (
  { externalAccountId },
  context,
) => toExternalAccount(await findExternalAccount({ externalAccountId, view: 'all' }, context));
