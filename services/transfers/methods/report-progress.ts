// ReportProgress: a rail knows more of a payout or a pull, and is asked at once.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersMethod } from '../context.ts';
import { isBeingCancelled } from '../domain/payment/cancellation.ts';
import type { Transaction } from '../domain/payment/record.ts';
import { checkPull } from '../steps/payment/collect.ts';
import { followUp } from '../steps/payment/deliver.ts';
import { unnotedReportJob } from '../steps/shared/jobs.ts';

export const reportProgress: TransfersMethod<typeof RailReportService.method.reportProgress> = async ({ key }, context) => {
  const transaction = await context.store.transactions.find(context.caller.platformId, key);
  if (!transaction) throw fail(ErrorCode.TRANSACTION_NOT_FOUND, `There is no payment with the rail key ${key}.`);
  if (!isWithRail(transaction)) return {};
  if (transaction.status === 'COMPLETED')
    await context.store.write(({ jobs }) => jobs.add(unnotedReportJob(context, transaction)));
  await (transaction.stage === 'FUNDING' ? checkPull : followUp)(context, transaction);
  return {};
};

/**
 * It was handed over, and something may still become of it: what is delivered may come back, also after a cancellation that was too
 * late. What is not stored yet, or is being stopped, is asked for later.
 */
function isWithRail(transaction: Transaction): boolean {
  const { type, status, round, refund, stage, details } = transaction;
  if (round < 1 || isBeingCancelled(transaction)) return false;
  if (type === 'INCOMING') return stage === 'FUNDING' && status === 'PENDING' && details.pullRail !== undefined;
  if (stage === 'FUNDING') return status === 'PROCESSING';
  return status === 'PROCESSING' || status === 'ACCEPTED' || (status === 'COMPLETED' && refund?.status !== 'COMPLETED');
}
