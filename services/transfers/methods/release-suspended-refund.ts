// ReleaseSuspendedRefund: the operator chooses the destination of a failed refund.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { SuspendedRefundService } from '../../../gen/payments/transfers/v1/suspended_refund_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { TransfersContext, TransfersMethod } from '../context.ts';
import { isCryptoFromOutside, isOutgoing, isRefundSuspended, type Transaction } from '../domain/record/transaction.ts';
import { releaseRefundJob } from '../steps/payment/release-refund.ts';
import { findInternalAccount } from '../steps/shared/find-internal-account.ts';
import { findTransaction } from '../steps/shared/find-transaction.ts';
import { reload } from '../steps/shared/reload.ts';

/** Of two concurrent destinations, the first one counts. */
export const releaseSuspendedRefund: TransfersMethod<typeof SuspendedRefundService.method.releaseSuspendedRefund> = async (
  { transactionId, accountId },
  context,
) => {
  const transaction = await findTransaction(context, transactionId);
  if (isRefundSuspended(transaction)) {
    await checkDestination(context, transaction, accountId);
    const job = releaseRefundJob(context, transaction, accountId);
    await context.store.write(({ jobs }) => jobs.add(job));
    reached('refund release begun');
    await context.runNow(job);
  }
  const { refund } = await reload(context, transaction);
  if (!refund || (refund.status === 'FAILED' && !isRefundSuspended(transaction))) throw notSuspended(transactionId);
  return { isCompleted: refund.status === 'COMPLETED' };
};

async function checkDestination(
  context: TransfersContext,
  transaction: Transaction,
  accountId: string | undefined,
): Promise<void> {
  const { sent } = transaction;
  if (accountId === undefined) {
    if (isCryptoFromOutside(transaction))
      throw wrongDestination(`accountId is required, an account in ${sent.currency}: crypto assets are not refunded to wallets.`);
    return;
  }
  if (isOutgoing(transaction) && transaction.funding.kind === 'PREFUNDED' && accountId !== transaction.funding.sender) {
    throw wrongDestination(`The refund goes to ${transaction.funding.sender}. Omit accountId.`);
  }
  const { balance } = await findInternalAccount(context, accountId);
  if (balance?.currency?.code !== sent.currency) throw wrongDestination(`The account ${accountId} is not in ${sent.currency}.`);
}

const wrongDestination = (message: string): Refusal => fail(ErrorCode.INVALID_INPUT, message);

const notSuspended = (id: string): Refusal => fail(ErrorCode.CONFLICT, `The transaction ${id} has no suspended refund.`);
