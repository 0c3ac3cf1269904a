// ReportProgress: a rail knows more of a payout or a pull, and is asked at once.
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
 * It was handed over, and something may still become of it: what is delivered may come back, also after a cancellation that was too
 * late. What is not stored yet, or is being stopped, is asked for later.
 */
async function check(context: TransfersContext, payment: OutgoingPayment): Promise<void> {
  switch (payment.state) {
    case 'PULLING':
      await advance(context, await checkPull(context, payment));
      return;
    case 'DELIVERED':
      if (payment.railChecks === 0) return; // delivered internally: no rail knows it
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

/** The rail reports of its own accord, and no job waits: this one asks again should the process die meanwhile. */
async function leaveJob(context: TransfersContext, payment: OutgoingPayment): Promise<void> {
  const job = jobFor(context, payment, { kind: 'follow-up', afterMs: recoveryMs });
  if (job) await context.store.write(({ jobs }) => jobs.add(job));
}
