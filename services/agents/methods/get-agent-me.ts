// GetAgentMe: the agent that calls.
import type { AgentOperationService } from '../../../gen/payments/agents/v1/agent_operation_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { toAgent } from '../convert.ts';
import { callingAgent } from '../steps/calling-agent.ts';

export const getAgentMe: AgentsMethod<typeof AgentOperationService.method.getAgentMe> = async (_, context) =>
  toAgent(await callingAgent(context), context.clock.now());
