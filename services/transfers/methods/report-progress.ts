// ReportProgress: a payout or pull has changed. Polls the rail immediately.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import type { OutgoingPayment } from '../domain/payment/payment.ts';
import { isOutgoing } from '../domain/record/transaction.ts';
import { advance } from '../steps/payment/advance.ts';
import { checkPull } from '../steps/payment/collect.ts';
import { followUp } from '../steps/payment/deliver.ts';
import { jobFor, recoveryMs } from '../steps/shared/jobs.ts';
import { checkTransferIn } from '../steps/transfer-in/advance.ts';

export const reportProgress: TransfersMethod<typeof RailReportService.method.reportProgress> = async ({ key }, context) => {
  const transaction = await context.store.transactions.find(context.caller.platformId, key);
  if (!transaction) throw fail(ErrorCode.TRANSACTION_NOT_FOUND, `There is no payment with the rail key ${key}.`);
  if (isOutgoing(transaction)) await check(context, transaction);
  else if (transaction.kind === 'TRANSFER_IN' && transaction.state === 'PULLING') await checkTransferIn(context, transaction);
  return {};
};

/**
 * Whether the payment was submitted and can still change: a delivered payout may be returned, also after a late cancellation. Payments that
 * are not stored yet, or are being cancelled, are polled later.
 */
async function check(context: TransfersContext, payment: OutgoingPayment): Promise<void> {
  switch (payment.state) {
    case 'PULLING':
      await advance(context, await checkPull(context, payment));
      return;
    case 'DELIVERED':
      if (payment.railChecks === 0) return; // delivered internally, without a rail
      await leaveJob(context, payment);
      await followUp(context, payment);
      return;
    case 'SENT':
    case 'ACCEPTED_SENT':
    case 'CONCLUDING':
      await followUp(context, payment);
      return;
    default:
  }
}

/** The rail sent a report without a pending job. This job polls again if the process dies. */
async function leaveJob(context: TransfersContext, payment: OutgoingPayment): Promise<void> {
  const job = jobFor(context, payment, { kind: 'follow-up', afterMs: recoveryMs });
  if (job) await context.store.write(({ jobs }) => jobs.add(job));
}
