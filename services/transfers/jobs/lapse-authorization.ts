// Fails a payment that was not authorized in time. No money has moved.
import type { Job } from '../../kit/background/jobs.ts';
import type { TransfersContext } from '../context.ts';
import { failUnproven } from '../steps/payment/execute.ts';

export async function lapseAuthorization({ payload }: Job, context: TransfersContext): Promise<void> {
  const { store, caller } = context;
  const quote = await store.transactions.find(caller.platformId, String(payload.transactionId));
  if (quote?.kind === 'PAYMENT' && quote.authorization?.id === payload.challengeId) await failUnproven(context, quote);
}
