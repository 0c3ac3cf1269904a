// Completes the refund of unmatched funds whose process died.
import type { Job } from '../../kit/background/jobs.ts';
import type { TransfersContext } from '../context.ts';
import { refundUnmatched } from '../steps/payment/send-back.ts';

export async function handleSendBack({ payload }: Job, context: TransfersContext): Promise<void> {
  const funds = await context.store.transactions.find(context.caller.platformId, String(payload.transactionId));
  if (funds?.kind === 'UNMATCHED_FUNDS') await refundUnmatched(context, funds);
}
