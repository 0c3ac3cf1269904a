// AgentListActions: a page of the agent's actions.
import type { AgentPaymentService } from '../../../gen/payments/agents/v1/agent_payment_pb.ts';
import { decodeCursor, pageSize } from '../../kit/messages/page.ts';
import type { AgentsMethod } from '../context.ts';
import { toStatus } from '../convert-action.ts';
import { statesShownAs } from '../domain/action-machine.ts';
import { callingAgent } from '../steps/calling-agent.ts';
import { pageOfActions } from '../steps/page-actions.ts';

type AgentListActions = AgentsMethod<typeof AgentPaymentService.method.agentListActions>;

export const agentListActions: AgentListActions = async ({ status, limit = pageSize, cursor }, context) => {
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const { platformId, id: agentId } = await callingAgent(context);
  const filter = { platformId, agentId, states: statesShownAs(toStatus(status)) };
  return pageOfActions(context, filter, { limit, after, order: 'desc' });
};
