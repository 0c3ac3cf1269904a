// Starts actions: judges the request of an agent while it is locked, and commits the intent to run it or to submit it for approval.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { reached } from '../../kit/core/crash-points.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AgentsContext } from '../context.ts';
import { type Action, type ActionSecret, pendingMax } from '../domain/action.ts';
import { transitionOf } from '../domain/action-machine.ts';
import type { Agent } from '../domain/agent.ts';
import type { JudgedSpend } from '../domain/agent-request.ts';
import type { MidRate } from '../domain/conversion.ts';
import { quoteConflict } from '../domain/denials.ts';
import { type Circumstances, type Denied, judge, type RequestedPayment } from '../domain/evaluation.ts';
import { counted } from '../domain/usage.ts';
import type { AgentsRows } from '../store/store.ts';
import { advanceAction } from './advance-action.ts';
import { goneAgent } from './calling-agent.ts';
import { keepJobs } from './change-action.ts';
import { ratesFrom } from './mid-rates.ts';

/** An action that was not judged yet. */
export interface ActionDraft {
  readonly action: Omit<Action, 'state'>;
  readonly payment: RequestedPayment;
  readonly secret: ActionSecret;
  /** Why its quote cannot be executed. */
  readonly conflict?: string | undefined;
}

/** Throws the refusal of the policy as it is now. Nothing is reserved. */
export async function refuseDenied(context: AgentsContext, agent: Agent, { payment, conflict }: JudgedDraft): Promise<void> {
  const midRate = await ratesFrom(payment.money.currency, context);
  const verdict = judge(agent, payment, circumstances(context, midRate, conflict));
  if (verdict.outcome === 'DENIED') throw await recordedRefusal(context, payment, verdict);
}

type JudgedDraft = Pick<ActionDraft, 'payment' | 'conflict'>;

/** The action after it has begun or waits. Throws the refusal of the policy, or of the payment. */
export async function startAction(context: AgentsContext, draft: ActionDraft): Promise<Action> {
  const midRate = await ratesFrom(draft.payment.money.currency, context);
  const intended = await context.store.write((rows) => intend(context, rows, { ...draft, midRate }));
  if ('refusal' in intended) throw await recordedRefusal(context, draft.payment, intended);
  reached('action intended');
  return advanceAction(context, intended);
}

/** A repeated call continues its action. Undefined if it has none. */
export async function continuedAction(context: AgentsContext): Promise<Action | undefined> {
  const { store, caller, operationId } = context;
  const begun = await store.actions.find(caller.platformId, operationId);
  return begun && advanceAction(context, begun);
}

/** Under the lock of the agent, which no call to another service holds. A denial changes nothing. */
async function intend(
  context: AgentsContext,
  rows: AgentsRows,
  { action, payment, secret, conflict, midRate }: ActionDraft & { readonly midRate: MidRate },
): Promise<Action | Denied> {
  const agent = await rows.agents.lock(action.platformId, action.agentId);
  if (!agent) throw goneAgent();
  const taken = action.quoteId === undefined ? undefined : await rows.actions.findOpen(action.platformId, action.quoteId);
  const reason = conflict ?? (taken && takenReason(taken));
  const verdict = judge(agent, payment, circumstances(context, midRate, reason));
  if (verdict.outcome === 'DENIED') return verdict;
  const isRun = verdict.outcome === 'RUN';
  if (!isRun && (await rows.actions.countPending(agent)) >= pendingMax) throw tooManyPending();

  const now = context.clock.now();
  const transition = transitionOf('NEW', isRun ? 'run' : 'submitted') ?? {};
  const spend = { currency: verdict.spend.currency, amount: verdict.spend.amount, countedAt: now };
  const begun: Action = isRun ? { ...action, state: 'STARTING', spend } : { ...action, state: 'SUBMITTING' };
  if (isRun) await rows.agents.update({ ...agent, usage: counted(agent.usage, spend.amount, now) });
  await rows.actions.insert(begun, secret);
  await recordJudged(context, rows, {
    verdict: isRun ? 'ALLOWED' : 'APPROVAL_REQUIRED',
    money: action.money,
    converted: verdict.spend,
  });
  await keepJobs(context, rows, { action: begun, transition: { to: begun.state, ...transition } });
  return begun;
}

/** Together with the verdict, so that the audit knows every payment. */
async function recordJudged({ caller }: AgentsContext, rows: Pick<AgentsRows, 'requests'>, spend: JudgedSpend): Promise<void> {
  const { platformId, agentRequestId: id } = caller;
  if (id !== undefined) await rows.requests.judge({ platformId, id }, spend);
}

const takenReason = ({ state }: Action) =>
  state === 'PENDING' || state === 'SUBMITTING' ? 'AGENT_ACTION_PENDING' : 'QUOTE_ALREADY_EXECUTED';

function circumstances({ clock }: AgentsContext, midRate: MidRate, conflict: string | undefined): Circumstances {
  return { now: clock.now(), midRate, quoteRefusal: conflict === undefined ? undefined : quoteConflict(conflict) };
}

/** The refusal, with its amount in the audit. */
async function recordedRefusal(
  context: AgentsContext,
  { money }: RequestedPayment,
  { refusal, spend }: Denied,
): Promise<Refusal> {
  await recordJudged(context, context.store, { verdict: 'DENIED', money, converted: spend });
  return refusal;
}

const tooManyPending = () =>
  fail(ErrorCode.RATE_LIMITED, `${pendingMax} actions of the agent wait for approval, the maximum. Wait until some are decided.`);
