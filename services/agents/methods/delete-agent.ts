// DeleteAgent: takes an agent's credential and code away, for good, and rejects its pending actions.
import type { AgentService } from '../../../gen/payments/agents/v1/agent_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { runEnding } from '../steps/change-action.ts';
import { endActionsOf } from '../steps/end-actions.ts';
import { findAgent, noAgent } from '../steps/find-agent.ts';

export const deleteAgent: AgentsMethod<typeof AgentService.method.deleteAgent> = async ({ agentId }, context) => {
  const { clock, store } = context;
  const found = await findAgent(agentId, context);

  const ended = await store.write(async (rows) => {
    await rows.owners.lock(found);
    const agent = await rows.agents.lock(found.platformId, found.id);
    if (!agent) throw noAgent(agentId);
    const actions = await endActionsOf(context, rows, agent);
    await rows.agents.remove(agent, clock.now());
    await rows.owners.leavePlace(agent);
    return actions;
  });
  for (const action of ended) await runEnding(context, action);
  return {};
};
