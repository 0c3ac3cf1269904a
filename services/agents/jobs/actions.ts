// The jobs of actions: after a crash, at the time-out, and to end the payment of an action that has ended.
import type { Job } from '../../kit/background/jobs.ts';
import { refusalFrom } from '../../kit/messages/fail.ts';
import type { AgentsContext } from '../context.ts';
import type { Action } from '../domain/action.ts';
import { advanceAction } from '../steps/advance-action.ts';
import { changeAction } from '../steps/change-action.ts';
import { conflictOf, timedOut } from '../steps/decide-action.ts';

const actionOf = ({ platformId, payload }: Job, { store }: AgentsContext): Promise<Action | undefined> =>
  store.actions.find(platformId, String(payload.actionId));

/** A refusal removes the action, and no caller waits any more. */
export async function carryOutAction(job: Job, context: AgentsContext): Promise<void> {
  const action = await actionOf(job, context);
  if (!action) return;
  try {
    await advanceAction(context, action);
  } catch (error) {
    const refusal = refusalFrom(error);
    if (!refusal || (await actionOf(job, context))) throw error;
    context.log.info({ action: action.id, reason: refusal.message }, 'Refusing an interrupted action.');
  }
}

/** Fails an action without a decision after 24 hours. */
export async function timeOutAction(job: Job, context: AgentsContext): Promise<void> {
  const action = await actionOf(job, context);
  if (action?.state !== 'PENDING') return;
  const conflict = await conflictOf(context, action);
  const isExpired = conflict?.details?.['reason'] === 'QUOTE_EXPIRED';
  await changeAction(context, action, (locked) => {
    if (locked.action.state !== 'PENDING') return undefined;
    return isExpired ? { event: 'denied', known: { failure: 'QUOTE_EXPIRED' } } : timedOut;
  });
}

export async function endPayment(job: Job, context: AgentsContext): Promise<void> {
  const action = await actionOf(job, context);
  if (!action) return;
  const { transactionId, state } = action;
  await context.clients.payments.endAgentPayment({ transactionId, isRejected: state === 'REJECTED' });
}
