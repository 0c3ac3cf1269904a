// ListAgentApprovals: a page of the actions that wait for the platform.
import type { AgentActionService, ListAgentApprovalsRequest } from '../../../gen/payments/agents/v1/agent_action_pb.ts';
import { SortOrder } from '../../../gen/payments/transfers/v1/transaction_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { decodeCursor, pageSize } from '../../kit/messages/page.ts';
import type { AgentsMethod } from '../context.ts';
import { rangeOf } from '../convert.ts';
import { pageOfActions } from '../steps/page-actions.ts';
import type { ActionFilter } from '../store/actions.ts';

type ListAgentApprovals = AgentsMethod<typeof AgentActionService.method.listAgentApprovals>;

export const listAgentApprovals: ListAgentApprovals = async (request, context) => {
  const { limit = pageSize, cursor, sortOrder } = request;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const filter = filterOf(request, context.caller.platformId);
  if (!filter) return { totalCount: 0n };
  return pageOfActions(context, filter, { limit, after, order: sortOrder === SortOrder.ASC ? 'asc' : 'desc' });
};

/** Undefined for an id of no agent or customer, which finds nothing. */
function filterOf(request: ListAgentApprovalsRequest, platformId: string): ActionFilter | undefined {
  const agentId = request.agentId === undefined ? undefined : uuidOf('Agent', request.agentId);
  const customerId = request.customerId === undefined ? undefined : uuidOf('Customer', request.customerId);
  if (request.agentId !== undefined && agentId === undefined) return undefined;
  if (request.customerId !== undefined && customerId === undefined) return undefined;
  const createdAt = rangeOf(request.startDate, request.endDate);
  return {
    platformId,
    states: ['PENDING'],
    ...(agentId !== undefined && { agentId }),
    ...(customerId !== undefined && { customerId }),
    ...(createdAt && { createdAt }),
  };
}
