// ReportAccountDebit: an external party debits an internal account by its coordinates.
import { timestampDate } from '@bufbuild/protobuf/wkt';
import { InternalAccountType } from '../../../gen/payments/accounts/v1/internal_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { AccountDebitOutcome, type RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersMethod } from '../context.ts';
import { takeDebit } from '../steps/deposit/account-debit.ts';
import { findInternalAccount } from '../steps/shared/find-internal-account.ts';

export const reportAccountDebit: TransfersMethod<typeof RailReportService.method.reportAccountDebit> = async (
  { debitId: key, accountId, rail, currency, amount, returnBy },
  context,
) => {
  const account = await findInternalAccount(context, accountId);
  const held = account.balance?.currency?.code;
  if (currency !== held) throw fail(ErrorCode.INVALID_CURRENCY, `The account ${accountId} is in ${held}, not in ${currency}.`);
  if (account.type !== InternalAccountType.INTERNAL_FIAT) {
    throw fail(ErrorCode.INVALID_INPUT, `The account ${accountId} cannot be debited from outside: it holds no bank money.`);
  }
  const latest = returnBy ? timestampDate(returnBy) : context.clock.now();
  const { id, state } = await takeDebit(context, account, { source: 'DEBIT', key, rail, amount, returnBy: latest });
  const outcome = state === 'COMPLETED' ? AccountDebitOutcome.PAID : AccountDebitOutcome.RETURNED;
  return { transactionId: publicId('Transaction', id), outcome };
};
