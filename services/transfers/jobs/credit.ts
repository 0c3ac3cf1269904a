// Completes sandbox deposits whose process died.
import type { Job } from '../../kit/background/jobs.ts';
import type { TransfersContext } from '../context.ts';
import { credit } from '../steps/deposit/sandbox-deposit.ts';

export async function handleCredit({ payload }: Job, context: TransfersContext): Promise<void> {
  const deposit = await context.store.transactions.find(context.caller.platformId, String(payload.transactionId));
  if (deposit?.kind === 'SANDBOX_DEPOSIT' && deposit.state === 'TENTATIVE') await credit(context, deposit);
}
