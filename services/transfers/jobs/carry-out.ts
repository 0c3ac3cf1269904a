// Continues transactions whose process died, and polls rails.

import { type Job, retryAt } from '../../kit/background/jobs.ts';
import { refusalFrom } from '../../kit/messages/fail.ts';
import type { TransfersContext } from '../context.ts';
import type { TransferIn } from '../domain/incoming/incoming.ts';
import { isOutgoing, type Transaction } from '../domain/record/transaction.ts';
import { advance } from '../steps/payment/advance.ts';
import { checkPull } from '../steps/payment/collect.ts';
import { followUp } from '../steps/payment/deliver.ts';
import { requestOf } from '../steps/shared/jobs.ts';
import { advanceTransferIn, checkTransferIn } from '../steps/transfer-in/advance.ts';

/** If a refusal undoes the execution, the job is done, because no caller waits any more. */
export async function handleCarryOut(job: Job, context: TransfersContext): Promise<void> {
  const transaction = await transactionOf(job, context);
  if (transaction?.kind === 'TRANSFER_IN') return void (await advanceTransferIn(context, transaction));
  if (!transaction || !isOutgoing(transaction)) return;
  try {
    await advance(context, transaction);
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal || refusal.status >= 500 || !(await isUndone(job, context))) throw error;
    context.log.info({ transaction: transaction.id, reason: refusal.message }, 'Refusing an interrupted execution.');
  }
}

/** The quote is open again, or a transaction of this execution alone is removed. */
async function isUndone(job: Job, context: TransfersContext): Promise<boolean> {
  const left = await transactionOf(job, context);
  return !left || left.state === 'OPEN';
}

/** Does not poll again after a report. While a cancellation is requested, reports wait. */
export async function handleFollowUp(job: Job, context: TransfersContext): Promise<void> {
  const transaction = await transactionOf(job, context);
  if (!transaction || !isAwaited(transaction, job)) return;
  if (transaction.kind === 'TRANSFER_IN') return followTransferIn(context, transaction);
  if (!isOutgoing(transaction)) return;
  switch (transaction.state) {
    case 'CANCELLING':
      throw retryAt(new Date(context.clock.now().getTime() + cancellationMs));
    case 'PULLING':
      await advance(context, await checkPull(context, transaction));
      return;
    case 'SENT':
    case 'ACCEPTED_SENT':
    case 'CONCLUDING':
    case 'DELIVERED':
      await followUp(context, transaction);
      return;
    default:
  }
}

/** How long a rail may take to respond to a cancellation. */
const cancellationMs = 10_000;

async function followTransferIn(context: TransfersContext, transfer: TransferIn): Promise<void> {
  await (transfer.state === 'PULLING' ? checkTransferIn : advanceTransferIn)(context, transfer);
}

function isAwaited(transaction: Transaction, { payload }: Job): boolean {
  const { railChecks } = { railChecks: 0, ...transaction };
  return railChecks === payload.railChecks && requestOf(transaction) === payload.request;
}

async function transactionOf({ payload }: Job, { store, caller }: TransfersContext): Promise<Transaction | undefined> {
  return store.transactions.find(caller.platformId, String(payload.transactionId));
}
