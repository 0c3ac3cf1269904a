// ChangeInternalAccountStatus: a status change by the operator.
import { type AccountDirectoryService, InternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AccountsMethod } from '../context.ts';
import { toInternalAccount } from '../convert.ts';
import type { AccountEvent } from '../domain/account-status.ts';
import { changeAccounts } from '../steps/change-accounts.ts';

export const changeInternalAccountStatus: AccountsMethod<
  typeof AccountDirectoryService.method.changeInternalAccountStatus
> = async ({ accountId, change }, context) => {
  const event = events.get(change);
  if (!event) throw fail(ErrorCode.INVALID_INPUT, 'The change of the internal account is unknown.');
  const id = uuidOf('InternalAccount', accountId);
  const [account] = id === undefined ? [] : await changeAccounts({ ids: [id], event }, context);
  if (!account) {
    throw fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no internal account ${accountId}.`, { resource: 'InternalAccount' });
  }
  return { account: toInternalAccount(account) };
};

const events = new Map<InternalAccountChange, AccountEvent>([
  [InternalAccountChange.PROVISIONED, 'provisioned'],
  [InternalAccountChange.PROVISIONING_FAILED, 'provisioningFailed'],
  [InternalAccountChange.RETRIED, 'retried'],
  [InternalAccountChange.FROZEN, 'frozen'],
  [InternalAccountChange.LIFTED, 'lifted'],
  [InternalAccountChange.CLOSED, 'closed'],
]);
