// Completes a suspended refund that the operator has released.
import type { Job } from '../../kit/background/jobs.ts';
import type { TransfersContext } from '../context.ts';
import { releaseRefund } from '../steps/payment/release-refund.ts';

export async function handleReleaseRefund({ payload }: Job, context: TransfersContext): Promise<void> {
  const { transactionId, accountId } = payload;
  const failed = await context.store.transactions.find(context.caller.platformId, String(transactionId));
  if (failed) await releaseRefund(context, failed, typeof accountId === 'string' ? accountId : undefined);
}
