// POST /sandbox/internal-accounts/{id}/debit: simulates an external debit of an account by its coordinates.
import { InternalAccountType } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { SandboxService } from '../../../gen/payments/transfers/v1/sandbox_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersMethod } from '../context.ts';
import { toTransaction } from '../convert.ts';
import { takeDebit } from '../steps/deposit/account-debit.ts';
import { findInternalAccount } from '../steps/shared/find-internal-account.ts';

/** How long a bank can return a debit unpaid: two banking days. */
const returnableMs = 2 * 86_400_000;

export const debitInternalAccount: TransfersMethod<typeof SandboxService.method.debitInternalAccount> = async (
  { accountId, amount },
  context,
) => {
  const { clock, operationId: key } = context;
  const account = await findInternalAccount(context, accountId);
  if (account.type !== InternalAccountType.INTERNAL_FIAT) {
    throw fail(ErrorCode.INVALID_INPUT, `The account ${accountId} cannot be debited from outside: it holds no bank money.`);
  }
  const returnBy = new Date(clock.now().getTime() + returnableMs);
  const debit = await takeDebit(context, account, { source: 'DEBIT', key, rail: 'SANDBOX', amount, returnBy });
  return toTransaction(debit, clock.now());
};
