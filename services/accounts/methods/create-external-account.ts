// CreateExternalAccount: for a customer, or for the platform if no customer is given.
import type { ExternalAccountService } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import type { AccountsMethod } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';
import { keepExternalAccount } from '../steps/keep-external-account.ts';

export const createExternalAccount: AccountsMethod<typeof ExternalAccountService.method.createExternalAccount> = async (
  request,
  context,
) => toExternalAccount(await keepExternalAccount(request, context));
