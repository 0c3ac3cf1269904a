// Finishes executions whose process did not live to end them, and asks rails again at their time.

import { type Job, retryAt } from '../../kit/background/jobs.ts';
import { refusalFrom } from '../../kit/messages/fail.ts';
import type { TransfersContext } from '../context.ts';
import { isBeingCancelled } from '../domain/payment/cancellation.ts';
import type { Transaction } from '../domain/payment/record.ts';
import { carryOut } from '../steps/payment/carry-out.ts';
import { checkPull } from '../steps/payment/collect.ts';
import { endCollected } from '../steps/payment/credit-pull.ts';
import { followUp } from '../steps/payment/deliver.ts';

/** A refusal is an end as well where the execution is undone by then: nobody waits for the answer any more. */
export async function handleCarryOut(job: Job, context: TransfersContext): Promise<void> {
  const transaction = await transactionOf(job, context);
  if (!transaction) return;
  try {
    await carryOut(context, transaction);
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal || refusal.status >= 500 || !(await isUndone(job, context))) throw error;
    context.log.info({ transaction: transaction.id, reason: refusal.message }, 'Refusing an interrupted execution.');
  }
}

/** The quote is open again; or what was made for this execution alone is gone. */
async function isUndone(job: Job, context: TransfersContext): Promise<boolean> {
  const left = await transactionOf(job, context);
  return !left || (left.type === 'OUTGOING' && left.status === 'PENDING');
}

/** A report that came in already is not asked for again; while the rail is asked to stop, its reports wait. */
export async function handleFollowUp(job: Job, context: TransfersContext): Promise<void> {
  const transaction = await transactionOf(job, context);
  if (!transaction || !isAwaited(transaction, job)) return;
  if (isBeingCancelled(transaction)) throw retryAt(new Date(context.clock.now().getTime() + cancellationMs));
  await lookOf(transaction)(context, transaction);
}

function lookOf({ type, stage }: Transaction) {
  if (stage === 'FUNDING') return checkPull;
  return type === 'INCOMING' ? endCollected : followUp;
}

/** How long a rail may take to answer whether it stops. */
const cancellationMs = 10_000;

function isAwaited({ round, stage }: Transaction, { payload }: Job): boolean {
  return round === payload.round && (stage === payload.stage || stage === 'CONCLUDING');
}

async function transactionOf({ payload }: Job, { store, caller }: TransfersContext): Promise<Transaction | undefined> {
  return store.transactions.find(caller.platformId, String(payload.transactionId));
}
