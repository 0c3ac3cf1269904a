// ListInternalAccountsOf: a page of accounts of one customer, for other services.
import type { AccountDirectoryService } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import type { AccountsMethod } from '../context.ts';
import { pageInternalAccounts } from '../steps/page-internal-accounts.ts';

export const listInternalAccountsOf: AccountsMethod<typeof AccountDirectoryService.method.listInternalAccountsOf> = async (
  { customerId, among, currency, type, limit, cursor },
  context,
) =>
  pageInternalAccounts({ customerId: uuidIn(customerId), among: among?.ids.map(uuidIn), currency, type, limit, cursor }, context);
