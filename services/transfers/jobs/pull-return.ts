// Settles what was pulled, and has come back.
import { type Job, retryAt } from '../../kit/background/jobs.ts';
import type { TransfersContext } from '../context.ts';
import { returnPull } from '../steps/payment/return-pull.ts';

/** How often a transfer is looked at whose account is frozen. */
const patienceMs = 60_000;

export async function handlePullReturn({ payload }: Job, context: TransfersContext): Promise<void> {
  const { store, caller, clock } = context;
  const collected = await store.transactions.find(caller.platformId, String(payload.transactionId));
  const isSettled = !collected || (await returnPull(context, collected));
  if (!isSettled) throw retryAt(new Date(clock.now().getTime() + patienceMs));
}
