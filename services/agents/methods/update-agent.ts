// UpdateAgent: renames, pauses or resumes an agent.
import type { AgentService } from '../../../gen/payments/agents/v1/agent_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { toAgent } from '../convert.ts';
import { changed } from '../domain/agent.ts';
import { agentUuid, noAgent } from '../steps/find-agent.ts';

export const updateAgent: AgentsMethod<typeof AgentService.method.updateAgent> = async (request, { caller, clock, store }) => {
  const { agentId, name, isPaused } = request;
  const now = clock.now();

  const updated = await store.write(async (rows) => {
    const agent = await rows.agents.lock(caller.platformId, agentUuid(agentId));
    if (!agent) throw noAgent(agentId);
    const after = changed(agent, { name: name?.trim(), isPaused }, now);
    await rows.agents.update(after);
    return after;
  });
  return toAgent(updated, now);
};
