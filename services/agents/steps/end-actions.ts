// Rejects the pending actions of an agent that is being deleted.
import type { AgentsContext } from '../context.ts';
import { type Action, deletedReason } from '../domain/action.ts';
import type { Agent } from '../domain/agent.ts';
import type { AgentsRows } from '../store/store.ts';
import { takeTransition } from './change-action.ts';

/** For a locked agent. */
export async function endActionsOf(context: AgentsContext, rows: AgentsRows, agent: Agent): Promise<Action[]> {
  const ended: Action[] = [];
  for (const action of await rows.actions.pendingOf(agent)) {
    const happening = { event: 'agentDeleted', known: { rejectionReason: deletedReason } } as const;
    ended.push(await takeTransition(context, rows, { agent, action, happening }));
  }
  return ended;
}
