// ChangeExternalAccountStatus: a status change by the operator, or by a payment that uses up the account.
import { type AccountDirectoryService, ExternalAccountChange } from '../../../gen/payments/accounts/v1/account_directory_pb.ts';
import { ExternalAccountStatusSchema } from '../../../gen/payments/accounts/v1/external_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import { enumNames } from '../../kit/messages/json/enums.ts';
import type { AccountsMethod } from '../context.ts';
import { toExternalAccount } from '../convert-external.ts';
import { type ExternalAccountEvent, leadsTo } from '../domain/external/status.ts';
import { externalAccountIn, shown } from '../steps/find-external-account.ts';
import { moveExternalAccount } from '../steps/move-external-account.ts';

export const changeExternalAccountStatus: AccountsMethod<
  typeof AccountDirectoryService.method.changeExternalAccountStatus
> = async ({ accountId, change }, context) => {
  const event = events.get(change);
  if (!event) throw fail(ErrorCode.INVALID_INPUT, 'The change of the external account is unknown.');
  const named = { externalAccountId: accountId, view: 'all' } as const;
  const after = await context.store.write(async (rows) => {
    const account = shown(await rows.externalAccounts.lock(context.caller.platformId, externalAccountIn(named)), named);
    const moved = await moveExternalAccount(rows, { account, event }, context);
    if (moved || leadsTo(event, account.status)) return moved ?? account;
    const accountStatus = statuses.byNumber.get(account.status) ?? '';
    const details = { reason: 'STATUS_MOVE_FORBIDDEN', accountStatus };
    throw fail(ErrorCode.CONFLICT, `An external account that is ${accountStatus} cannot be ${event}.`, details);
  });
  return { account: toExternalAccount(after) };
};

const statuses = enumNames(ExternalAccountStatusSchema);

const events = new Map<ExternalAccountChange, ExternalAccountEvent>([
  [ExternalAccountChange.CLEARED, 'cleared'],
  [ExternalAccountChange.FLAGGED, 'flagged'],
  [ExternalAccountChange.REFUSED, 'refused'],
  [ExternalAccountChange.DISABLED, 'disabled'],
  [ExternalAccountChange.ENABLED, 'enabled'],
]);
