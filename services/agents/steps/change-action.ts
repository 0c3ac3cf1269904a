// The only code that changes actions: the table defines usage, webhook and jobs, and one commit writes them.
import type { AgentAction } from '../../../gen/payments/agents/v1/agent_action_pb.ts';
import type { NewJob } from '../../kit/background/jobs.ts';
import type { AgentsContext } from '../context.ts';
import type { Action } from '../domain/action.ts';
import { timeoutOf } from '../domain/action.ts';
import { type ActionEvent, type ActionJob, type ActionTransition, transitionOf } from '../domain/action-machine.ts';
import type { Agent } from '../domain/agent.ts';
import { convert, type MidRate, type Money } from '../domain/conversion.ts';
import { counted, uncounted } from '../domain/usage.ts';
import type { AgentsRows } from '../store/store.ts';
import { pendingEvent } from './pending-event.ts';

/** An event with its data. */
export interface ActionHappening {
  readonly event: ActionEvent;
  /** Required if the table counts it: what it counts for. */
  readonly spend?: Money;
  /** Further changes of the action. */
  readonly known?: Pick<Action, 'rejectionReason' | 'failure'>;
  /** Required if the table announces it: the pending action. */
  readonly announced?: AgentAction;
  /** To the currency of the limits, if that has changed since the action was counted. */
  readonly midRate?: MidRate;
}

/** The agent, unless it was deleted, and its action, both locked. */
export interface Locked {
  readonly agent: Agent | undefined;
  readonly action: Action;
}

/**
 * Locks the agent and the action, in this order, and takes the transition that `choose` returns. Undefined if it chose none, or the action is
 * gone. A removed action is returned as it was.
 */
export async function changeAction(
  context: AgentsContext,
  { platformId, id, agentId }: Pick<Action, 'platformId' | 'id' | 'agentId'>,
  choose: (locked: Locked) => ActionHappening | undefined,
): Promise<Action | undefined> {
  const changed = await context.store.write(async (rows) => {
    const agent = await rows.agents.lock(platformId, agentId);
    const action = await rows.actions.lock(platformId, id);
    const happening = action && choose({ agent, action });
    return happening && takeTransition(context, rows, { agent, action, happening });
  });
  if (changed) await runEnding(context, changed);
  return changed;
}

/** For a locked action. The caller runs `runEnding` after the commit. */
export async function takeTransition(
  context: AgentsContext,
  rows: AgentsRows,
  { agent, action, happening }: Locked & { readonly happening: ActionHappening },
): Promise<Action> {
  const transition = transitionOf(action.state, happening.event);
  if (!transition) throw new Error(`There is no transition from ${action.state} by ${happening.event}.`);
  const now = context.clock.now();
  const state = transition.to === 'REMOVED' ? action.state : transition.to;
  const after = { ...action, ...happening.known, state, updatedAt: now, ...spendAfter(action, transition, { happening, now }) };
  if (agent) await keepUsage(rows, { agent, action, happening }, { transition, now });
  if (transition.to === 'REMOVED') await rows.actions.remove(action);
  else await rows.actions.update(after);
  await keepJobs(context, rows, { action: after, transition });
  if (transition.isAnnounced) await rows.outbox.add(pendingEvent(context, after, required(happening.announced)));
  return after;
}

interface Moment {
  readonly happening: ActionHappening;
  readonly now: Date;
}

function spendAfter({ spend }: Action, { usage }: ActionTransition, { happening, now }: Moment): Pick<Action, 'spend'> {
  if (usage === 'TAKEN_BACK') return { spend: undefined };
  if (usage !== 'COUNTED') return { spend };
  return { spend: { ...required(happening.spend), countedAt: now } };
}

interface Applied {
  readonly transition: ActionTransition;
  readonly now: Date;
}

async function keepUsage(
  rows: AgentsRows,
  { agent, action, happening }: { readonly agent: Agent; readonly action: Action; readonly happening: ActionHappening },
  { transition, now }: Applied,
): Promise<void> {
  if (transition.usage === 'COUNTED') {
    await rows.agents.update({ ...agent, usage: counted(agent.usage, required(happening.spend).amount, now) });
  }
  const { spend } = action;
  if (transition.usage !== 'TAKEN_BACK' || !spend) return;
  const { midRate = () => undefined } = happening;
  const back = convert(spend, agent.policy.spendingLimits.currency, { midRate, rounding: 'DOWN' })?.amount ?? 0n;
  await rows.agents.update({ ...agent, usage: uncounted(agent.usage, { spend: back, countedAt: spend.countedAt }, now) });
}

function required<T>(value: T | undefined): T {
  if (value === undefined) throw new TypeError('The table requires data that the event does not have.');
  return value;
}

/** How long the first process has before a job takes over. */
const recoveryMs = 10_000;

/** The jobs that a transition adds and removes. */
export async function keepJobs(
  context: AgentsContext,
  rows: AgentsRows,
  { action, transition }: { readonly action: Action; readonly transition: ActionTransition },
): Promise<void> {
  for (const kind of transition.removes ?? []) await rows.jobs.remove(jobOf(context, action, kind));
  for (const kind of transition.adds ?? []) await rows.jobs.add(jobOf(context, action, kind));
}

function jobOf({ caller, clock, requestId }: AgentsContext, action: Action, kind: ActionJob): NewJob {
  const now = clock.now();
  const times = { 'carry-out': new Date(now.getTime() + recoveryMs), 'time-out': timeoutOf(action), 'end-payment': now };
  return { kind, key: action.id, caller, payload: { actionId: action.id }, runAt: times[kind], requestId };
}

/** Ends the payment of an action that has just ended, so that its caller sees both. */
export async function runEnding({ runNow, caller }: AgentsContext, { id, state }: Action): Promise<void> {
  if (state === 'REJECTED' || state === 'FAILED') await runNow({ kind: 'end-payment', key: id, caller });
}
