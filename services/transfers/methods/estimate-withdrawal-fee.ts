// Estimates the fees of a crypto withdrawal.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { WithdrawalFeeService } from '../../../gen/payments/transfers/v1/withdrawal_fee_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersMethod } from '../context.ts';
import { isWithdrawnOn, networkRuleOf } from '../domain/quote/withdrawal-fees.ts';
import { findInternalAccount } from '../steps/shared/find-internal-account.ts';

/** The service itself charges nothing. */
const applicationFee = 0n;

export const estimateWithdrawalFee: TransfersMethod<typeof WithdrawalFeeService.method.estimateWithdrawalFee> = async (
  { internalAccountId, currency, cryptoNetwork, amount = 0n },
  context,
) => {
  const account = await findInternalAccount(context, internalAccountId);
  const rule = networkRuleOf(cryptoNetwork);
  if (account.balance?.currency?.code !== currency) {
    throw fail(ErrorCode.INVALID_CURRENCY, `The account ${internalAccountId} is not in ${currency}.`);
  }
  if (!rule || !isWithdrawnOn(cryptoNetwork, currency)) {
    throw fail(ErrorCode.INVALID_CURRENCY, `Payouts of ${currency} on ${cryptoNetwork} are not supported.`);
  }
  const totalFee = rule.feeInWithdrawn + applicationFee;
  if (amount < 1n || amount <= totalFee) {
    throw fail(ErrorCode.INVALID_AMOUNT, `amount must exceed the fee of ${totalFee}.`, { totalFee: Number(totalFee) });
  }
  return { networkFee: rule.fee, networkFeeAsset: rule.asset, applicationFee, totalFee, netAmount: amount - totalFee };
};
