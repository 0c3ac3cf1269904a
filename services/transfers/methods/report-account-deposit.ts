// ReportAccountDeposit: a rail reports a deposit to the coordinates of an internal account.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { AccountDepositState, type RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { TransactionPendingReason } from '../../../gen/payments/transfers/v1/transaction_status_pb.ts';
import { publicId } from '../../kit/core/ids.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersMethod } from '../context.ts';
import { fromOnChain } from '../convert-on-chain.ts';
import type { PendingReason } from '../domain/incoming/incoming.ts';
import { nameIn } from '../domain/shared/name-in.ts';
import { type DepositReport, receiveDeposit } from '../steps/deposit/account-deposit.ts';
import { findInternalAccount } from '../steps/shared/find-internal-account.ts';

export const reportAccountDeposit: TransfersMethod<typeof RailReportService.method.reportAccountDeposit> = async (
  request,
  context,
) => {
  const { depositId: key, accountId, rail, currency, amount, state, pendingReason } = request;
  const account = await findInternalAccount(context, accountId);
  const held = account.balance?.currency?.code;
  if (currency !== held) throw fail(ErrorCode.INVALID_CURRENCY, `The account ${accountId} is in ${held}, not in ${currency}.`);
  const onChain = fromOnChain(request.onChainTransaction);
  const report: DepositReport = {
    key,
    rail,
    amount,
    state: states[state] ?? 'SEEN',
    ...(pendingReason !== undefined && { pendingReason: nameIn(TransactionPendingReason, pendingReason) as PendingReason }),
    ...(onChain && { onChain }),
  };
  const { id } = await receiveDeposit(context, account, report);
  return { transactionId: publicId('Transaction', id) };
};

const states: { readonly [S in AccountDepositState]?: DepositReport['state'] } = {
  [AccountDepositState.CLEARED]: 'CLEARED',
  [AccountDepositState.REFUSED]: 'REFUSED',
};
