// Finishes executions whose process did not live to end them, and asks rails again at their time.
import { refusalFrom } from '../../kit/fail.ts';
import type { Job } from '../../kit/jobs.ts';
import type { TransfersContext } from '../context.ts';
import type { Transaction } from '../domain/record.ts';
import { carryOut } from '../steps/carry-out.ts';
import { checkPull } from '../steps/collect.ts';
import { followUp } from '../steps/deliver.ts';

/** A refusal is an end as well: the execution is undone by then, and nobody waits for the answer any more. */
export async function handleCarryOut(job: Job, context: TransfersContext): Promise<void> {
  const transaction = await transactionOf(job, context);
  if (!transaction) return;
  try {
    await carryOut(context, transaction);
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal || refusal.status >= 500) throw error;
    context.log.info({ transaction: transaction.id, reason: refusal.message }, 'An execution that was cut off is refused.');
  }
}

/** A report that came in already is not asked for again. */
export async function handleFollowUp(job: Job, context: TransfersContext): Promise<void> {
  const transaction = await transactionOf(job, context);
  if (!transaction || transaction.round !== job.payload.round || transaction.stage !== job.payload.stage) return;
  await (transaction.stage === 'FUNDING' ? checkPull : followUp)(context, transaction);
}

async function transactionOf({ payload }: Job, { store, caller }: TransfersContext): Promise<Transaction | undefined> {
  return store.transactions.find(caller.platformId, String(payload.transactionId));
}
