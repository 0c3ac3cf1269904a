// RejectAgentAction: ends an action, and fails its transaction.
import type { AgentActionService } from '../../../gen/payments/agents/v1/agent_action_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { rejectAction } from '../steps/decide-action.ts';
import { findAction, notPending } from '../steps/find-action.ts';
import { findAgent } from '../steps/find-agent.ts';
import { showAction } from '../steps/show-actions.ts';

type RejectAgentAction = AgentsMethod<typeof AgentActionService.method.rejectAgentAction>;

export const rejectAgentAction: RejectAgentAction = async ({ agentId, actionId, reason }, context) => {
  const agent = await findAgent(agentId, context);
  const action = await findAction(context, { actionId, agentId: agent.id });
  const decided = action.state === 'PENDING' ? await rejectAction(context, action, reason) : undefined;
  if (!decided) throw notPending(await findAction(context, { actionId, agentId: agent.id }));
  return showAction(decided, context);
};
