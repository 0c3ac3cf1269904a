// GetAgentById: one agent.
import type { AgentService } from '../../../gen/payments/agents/v1/agent_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { toAgent } from '../convert.ts';
import { findAgent } from '../steps/find-agent.ts';

export const getAgentById: AgentsMethod<typeof AgentService.method.getAgentById> = async ({ agentId }, context) =>
  toAgent(await findAgent(agentId, context), context.clock.now());
