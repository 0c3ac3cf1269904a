// ReportReturnedPull: the bank of an account has taken back what was pulled from it.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersMethod } from '../context.ts';
import type { Transaction } from '../domain/payment/record.ts';
import { checkPull, pullOf } from '../steps/payment/collect.ts';
import { pullReturnJob } from '../steps/payment/return-pull.ts';
import { railOf } from '../steps/shared/rail-of.ts';

export const reportReturnedPull: TransfersMethod<typeof RailReportService.method.reportReturnedPull> = async (
  { key },
  context,
) => {
  const transaction = await context.store.transactions.find(context.caller.platformId, key);
  if (!transaction || !isPulled(transaction)) {
    throw fail(ErrorCode.TRANSACTION_NOT_FOUND, `Nothing is pulled under the key ${key}.`);
  }
  if (isAwaited(transaction)) {
    await checkPull(context, transaction);
    return {};
  }
  const { state } = await railOf(context).checkPull(await pullOf(context, transaction), transaction.round);
  if (state !== 'RETURNED' || transaction.stage === 'FUNDING') return {};
  const job = pullReturnJob(context, transaction);
  await context.store.write(({ jobs }) => jobs.add(job));
  reached('pull return seen');
  await context.runNow(job);
  return {};
};

const isPulled = ({ details }: Transaction) => details.pullRail !== undefined || details.quote?.funding?.kind === 'PULL';

/** It is not known to be collected yet. */
const isAwaited = ({ stage, round, status }: Transaction) =>
  stage === 'FUNDING' && round > 0 && (status === 'PENDING' || status === 'PROCESSING');
