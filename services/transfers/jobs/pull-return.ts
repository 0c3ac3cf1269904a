// Handles the return of a collected pull.
import { type Job, retryAt } from '../../kit/background/jobs.ts';
import type { TransfersContext } from '../context.ts';
import { isOutgoing } from '../domain/record/transaction.ts';
import { chargePlatform } from '../steps/payment/return-pull.ts';
import { returnTransferIn } from '../steps/transfer-in/return.ts';

/** How often a transfer to a frozen account is checked. */
const patienceMs = 60_000;

export async function handlePullReturn({ payload }: Job, context: TransfersContext): Promise<void> {
  const { store, caller, clock } = context;
  const collected = await store.transactions.find(caller.platformId, String(payload.transactionId));
  if (!collected) return;
  if (isOutgoing(collected)) {
    if (collected.funding.kind === 'PULL') await chargePlatform(context, collected, collected.funding.rail);
    return;
  }
  const isSettled = collected.kind !== 'TRANSFER_IN' || (await returnTransferIn(context, collected));
  if (!isSettled) throw retryAt(new Date(clock.now().getTime() + patienceMs));
}
