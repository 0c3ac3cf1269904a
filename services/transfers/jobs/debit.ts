// Decides a debit whose process died.
import type { Job } from '../../kit/background/jobs.ts';
import type { TransfersContext } from '../context.ts';
import { decideDebit } from '../steps/deposit/account-debit.ts';

export async function handleDebit({ payload }: Job, context: TransfersContext): Promise<void> {
  const debit = await context.store.transactions.find(context.caller.platformId, String(payload.transactionId));
  if (debit?.kind === 'DEBIT') await decideDebit(context, debit);
}
