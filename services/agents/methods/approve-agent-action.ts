// ApproveAgentAction: checks the policy again, and executes the payment.
import type { AgentActionService } from '../../../gen/payments/agents/v1/agent_action_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { approveAction } from '../steps/decide-action.ts';
import { findAction, notPending } from '../steps/find-action.ts';
import { findAgent } from '../steps/find-agent.ts';
import { showAction } from '../steps/show-actions.ts';

type ApproveAgentAction = AgentsMethod<typeof AgentActionService.method.approveAgentAction>;

export const approveAgentAction: ApproveAgentAction = async ({ agentId, actionId }, context) => {
  const agent = await findAgent(agentId, context);
  const action = await findAction(context, { actionId, agentId: agent.id });
  const decided = action.state === 'PENDING' ? await approveAction(context, action) : undefined;
  if (!decided) throw notPending(await findAction(context, { actionId, agentId: agent.id }));
  return showAction(decided, context);
};
