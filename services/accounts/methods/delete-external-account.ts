// DeleteExternalAccount: of the platform or of one of its customers.
import type { ExternalAccountService } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { removeExternalAccount } from '../steps/remove-external-account.ts';

export const deleteExternalAccount: AccountsMethod<typeof ExternalAccountService.method.deleteExternalAccount> = async (
  { externalAccountId },
  context,
) => {
  await removeExternalAccount({ externalAccountId, view: 'all' }, context);
  return {};
};
