// CreateExternalAccount: of a customer, or of the platform where no customer is named.
import type { ExternalAccountService } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';
import { keepExternalAccount } from '../steps/keep-external-account.ts';

export const createExternalAccount: AccountsMethod<typeof ExternalAccountService.method.createExternalAccount> = async (
  request,
  context,
) => toExternalAccount(await keepExternalAccount(request, context));
