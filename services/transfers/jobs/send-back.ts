// Finishes the return of money that nobody waited for, where its process did not live to end it.
import type { Job } from '../../kit/background/jobs.ts';
import type { TransfersContext } from '../context.ts';
import { bookBack } from '../steps/payment/send-back.ts';

export async function handleSendBack({ payload }: Job, context: TransfersContext): Promise<void> {
  const stray = await context.store.transactions.find(context.caller.platformId, String(payload.transactionId));
  if (stray?.status === 'TENTATIVE') await bookBack(context, stray);
}
