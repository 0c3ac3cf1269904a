// The platform's decision on a pending action: the same for both routes.
import { AgentPermission } from '../../../gen/payments/agents/v1/agent_policy_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { publicId } from '../../kit/core/ids.ts';
import type { Refusal } from '../../kit/messages/fail.ts';
import type { AgentsContext } from '../context.ts';
import { type Action, timeoutOf, timeoutReason } from '../domain/action.ts';
import type { ActionFailure } from '../domain/action-machine.ts';
import type { Agent } from '../domain/agent.ts';
import { quoteConflict } from '../domain/denials.ts';
import { type Circumstances, judgeApproved, type RequestedPayment } from '../domain/evaluation.ts';
import { advanceAction } from './advance-action.ts';
import { type ActionHappening, changeAction } from './change-action.ts';
import { ratesFrom } from './mid-rates.ts';

/** What happens to an action that has waited too long. One whose quote has expired is denied instead. */
export const timedOut: ActionHappening = { event: 'timedOut', known: { rejectionReason: timeoutReason } };

/** The action afterwards: rejected if it has waited too long. Undefined if it does not wait any more. */
export async function approveAction(context: AgentsContext, action: Action): Promise<Action | undefined> {
  const midRate = await ratesFrom(action.money.currency, context);
  const conflict = await conflictOf(context, action);
  const isRevoked = await isSessionRevoked(context, action);
  const circumstances = { now: context.clock.now(), midRate, quoteRefusal: conflict };
  const decided = await changeAction(context, action, (locked) => {
    if (locked.action.state !== 'PENDING' || !locked.agent) return undefined;
    if (!conflict && circumstances.now >= timeoutOf(locked.action)) return timedOut; // its job has not run yet
    return verdictOn(locked.agent, locked.action, { circumstances, isRevoked });
  });
  reached('action decided');
  if (decided?.state !== 'APPROVING') return decided;
  return advanceForCaller(context, decided);
}

/** The action afterwards. Undefined if it does not wait any more. */
export function rejectAction(context: AgentsContext, action: Action, reason: string | undefined): Promise<Action | undefined> {
  return changeAction(context, action, (locked) =>
    locked.action.state === 'PENDING' ? { event: 'rejected', known: { rejectionReason: reason } } : undefined,
  );
}

/** The decision stands, so a failure of another service ends only the work of this call. The job of the action continues it. */
async function advanceForCaller(context: AgentsContext, action: Action): Promise<Action> {
  try {
    return await advanceAction(context, action);
  } catch (error) {
    context.log.warn({ err: error, action: action.id }, 'An approved action was interrupted. Its job will continue it.');
    return action;
  }
}

interface Again {
  readonly circumstances: Circumstances;
  readonly isRevoked: boolean;
}

function verdictOn(agent: Agent, action: Action, { circumstances, isRevoked }: Again): ActionHappening {
  const verdict = judgeApproved(agent, paymentIn(action), circumstances);
  if (verdict.outcome === 'DENIED') return { event: 'denied', known: { failure: failureOf(verdict.refusal) } };
  if (isRevoked) return { event: 'denied', known: { failure: 'WALLET_SESSION_REVOKED' } };
  return { event: 'approved', spend: verdict.spend };
}

function paymentIn({ type, accountIds, ruledBy, money }: Action): RequestedPayment {
  const isQuote = type === 'EXECUTE_QUOTE';
  const permission = isQuote ? AgentPermission.EXECUTE_QUOTES : AgentPermission.CREATE_TRANSFERS;
  return { permission, accountIds, ruledBy, money };
}

/** Why the quote cannot be executed, besides that it waits for this decision. */
export async function conflictOf({ clients }: AgentsContext, { quoteId, agentId }: Action): Promise<Refusal | undefined> {
  if (quoteId === undefined) return undefined;
  const { conflict } = await clients.payments.findAgentQuote({ quoteId: publicId('Quote', quoteId), agentId });
  return conflict === undefined || conflict === 'AGENT_ACTION_PENDING' ? undefined : quoteConflict(conflict);
}

/** The session of the wallet may have expired since it signed, but not have been revoked. */
async function isSessionRevoked({ clients }: AgentsContext, { sessionId }: Action): Promise<boolean> {
  if (sessionId === undefined) return false;
  return (await clients.signedRequests.checkSession({ sessionId })).isRevoked;
}

function failureOf({ details }: Refusal): ActionFailure {
  const reason = details?.['reason'];
  if (reason === 'AGENT_PAUSED' || reason === 'QUOTE_EXPIRED') return reason;
  return reason === 'QUOTE_ALREADY_EXECUTED' || reason === 'AUTHORIZATION_PENDING' ? 'EXECUTION_FAILED' : 'POLICY_DENIED';
}
