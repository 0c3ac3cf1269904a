// DeleteAgent: takes an agent's credential and code away, for good.
import type { AgentService } from '../../../gen/payments/agents/v1/agent_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { findAgent, noAgent } from '../steps/find-agent.ts';

export const deleteAgent: AgentsMethod<typeof AgentService.method.deleteAgent> = async ({ agentId }, context) => {
  const { clock, store } = context;
  const found = await findAgent(agentId, context);

  await store.write(async (rows) => {
    await rows.owners.lock(found);
    const agent = await rows.agents.lock(found.platformId, found.id);
    if (!agent) throw noAgent(agentId);
    await rows.agents.remove(agent, clock.now());
    await rows.owners.leavePlace(agent);
  });
  return {};
};
