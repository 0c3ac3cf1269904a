// ReportReturnedPull: a bank has reversed a pull.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { RailReportService } from '../../../gen/payments/transfers/v1/rail_report_pb.ts';
import type { NewJob } from '../../kit/background/jobs.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import type { TransferIn } from '../domain/incoming/incoming.ts';
import type { OutgoingPayment } from '../domain/payment/payment.ts';
import { isOutgoing, type Transaction } from '../domain/record/transaction.ts';
import { advance } from '../steps/payment/advance.ts';
import { checkPull } from '../steps/payment/collect.ts';
import { pullOf } from '../steps/shared/pull.ts';
import { railOf } from '../steps/shared/rail-of.ts';
import { checkTransferIn } from '../steps/transfer-in/advance.ts';

export const reportReturnedPull: TransfersMethod<typeof RailReportService.method.reportReturnedPull> = async (
  { key },
  context,
) => {
  const transaction = await context.store.transactions.find(context.caller.platformId, key);
  if (!transaction || !isPulled(transaction)) {
    throw fail(ErrorCode.TRANSACTION_NOT_FOUND, `There is no pull with the rail key ${key}.`);
  }
  if (transaction.state === 'PULLING') {
    await check(context, transaction);
    return {};
  }
  const { state } = await railOf(context).checkPull(await pullOf(context, transaction), transaction.railChecks);
  if (state !== 'RETURNED' || notCollected.has(transaction.state)) return {};
  const job = pullReturnJob(context, transaction);
  await context.store.write(({ jobs }) => jobs.add(job));
  reached('pull return seen');
  await context.runNow(job);
  return {};
};

type Pulled = OutgoingPayment | TransferIn;

function isPulled(transaction: Transaction): transaction is Pulled {
  return transaction.kind === 'TRANSFER_IN' || (isOutgoing(transaction) && transaction.funding.kind === 'PULL');
}

/** The collection is not recorded yet. */
async function check(context: TransfersContext, pulled: Pulled): Promise<void> {
  if (pulled.kind === 'TRANSFER_IN') await checkTransferIn(context, pulled);
  else await advance(context, await checkPull(context, pulled));
}

/** Nothing was collected that could be returned. */
const notCollected: ReadonlySet<string> = new Set([
  'TENTATIVE',
  'OPEN',
  'AWAITING_PROOF',
  'EXECUTING',
  'EXECUTING_PROVEN',
  'COLLECTING',
  'EXPIRED',
  'FAILED',
]);

function pullReturnJob({ caller, clock, requestId }: TransfersContext, { id }: Pulled): NewJob {
  return { kind: 'pull-return', key: id, caller, payload: { transactionId: id }, runAt: clock.now(), requestId };
}
