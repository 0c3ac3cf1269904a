// Completes cancellations whose process died before the response of the rail.
import type { Job } from '../../kit/background/jobs.ts';
import type { TransfersContext } from '../context.ts';
import { isOutgoing } from '../domain/record/transaction.ts';
import { endCancellation } from '../steps/payment/cancel.ts';

export async function handleCancel({ payload }: Job, context: TransfersContext): Promise<void> {
  const transaction = await context.store.transactions.find(context.caller.platformId, String(payload.transactionId));
  if (!transaction || !isOutgoing(transaction) || transaction.state !== 'CANCELLING') return;
  await endCancellation(context, transaction);
}
