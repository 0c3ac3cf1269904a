// Continues a deposit to an internal account.
import { type Job, retryAt } from '../../kit/background/jobs.ts';
import type { TransfersContext } from '../context.ts';
import { resumeDeposit } from '../steps/deposit/account-deposit.ts';

/** How often a frozen account is checked. */
const patienceMs = 60_000;

export async function handleDeposit({ payload }: Job, context: TransfersContext): Promise<void> {
  const { store, caller, clock } = context;
  const deposit = await store.transactions.find(caller.platformId, String(payload.transactionId));
  if (deposit?.kind !== 'DEPOSIT') return;
  const { state } = await resumeDeposit(context, deposit);
  if (state === 'CLEARING') throw retryAt(new Date(clock.now().getTime() + patienceMs));
}
