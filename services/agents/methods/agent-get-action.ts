// AgentGetAction: an action of the agent.
import type { AgentPaymentService } from '../../../gen/payments/agents/v1/agent_payment_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { callingAgent } from '../steps/calling-agent.ts';
import { findAction } from '../steps/find-action.ts';
import { showAction } from '../steps/show-actions.ts';

type AgentGetAction = AgentsMethod<typeof AgentPaymentService.method.agentGetAction>;

export const agentGetAction: AgentGetAction = async ({ actionId }, context) => {
  const { id: agentId } = await callingAgent(context);
  return showAction(await findAction(context, { actionId, agentId }), context);
};
