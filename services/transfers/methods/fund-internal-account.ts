// Adds sandbox money to an internal account, as a completed deposit.
import type { InternalAccount } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { InternalAccountStatus } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { SandboxService } from '../../../gen/payments/transfers/v1/sandbox_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersMethod } from '../context.ts';
import { nameIn } from '../domain/shared/name-in.ts';
import { depositInSandbox } from '../steps/deposit/sandbox-deposit.ts';
import { findInternalAccount } from '../steps/shared/find-internal-account.ts';

const sandboxDepositMax = 100_000_000_000n;

export const fundInternalAccount: TransfersMethod<typeof SandboxService.method.fundInternalAccount> = async (
  request,
  context,
) => {
  const { accountId, amount = 0n } = request;
  if (amount < 1n || amount > sandboxDepositMax)
    throw fail(ErrorCode.INVALID_AMOUNT, `amount must be between 1 and ${sandboxDepositMax}.`);
  const account = await findInternalAccount(context, accountId);
  refuseInactive(account);

  await depositInSandbox(context, account, amount);
  return findInternalAccount(context, accountId);
};

function refuseInactive({ id, status }: InternalAccount): void {
  if (status === InternalAccountStatus.ACTIVE) return;
  const accountStatus = nameIn(InternalAccountStatus, status);
  throw fail(ErrorCode.INVALID_INPUT, `The account ${id} is ${accountStatus}. Only ACTIVE accounts can be funded.`, {
    accountStatus,
  });
}
