// Ends what a process has begun of a deposit to an internal account.
import type { Job } from '../../kit/jobs.ts';
import type { TransfersContext } from '../context.ts';
import { resumeDeposit } from '../steps/account-deposit.ts';

export async function handleDeposit({ payload }: Job, context: TransfersContext): Promise<void> {
  const deposit = await context.store.transactions.find(context.caller.platformId, String(payload.transactionId));
  if (deposit) await resumeDeposit(context, deposit);
}
