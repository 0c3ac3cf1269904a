// ListAgents: a page of agents, newest first.
import type { AgentService, ListAgentsRequest } from '../../../gen/payments/agents/v1/agent_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { AgentsMethod } from '../context.ts';
import { rangeOf, toAgent } from '../convert.ts';
import type { AgentFilter } from '../store/agents.ts';

export const listAgents: AgentsMethod<typeof AgentService.method.listAgents> = async (request, { caller, clock, store }) => {
  const { limit = pageSize, cursor } = request;
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const filter = filterOf(request, caller.platformId);
  if (!filter) return { totalCount: 0n };

  const [agents, totalCount] = await Promise.all([
    store.agents.list(filter, { limit: limit + 1, after }),
    store.agents.count(filter),
  ]);

  const now = clock.now();
  const { data, ...page } = pageOf(agents, limit);
  return { data: data.map((agent) => toAgent(agent, now)), ...page, totalCount: BigInt(totalCount) };
};

/** Undefined for the id of no customer, which finds nothing. */
function filterOf(request: ListAgentsRequest, platformId: string): AgentFilter | undefined {
  const { isPaused, isConnected, createdAfter, createdBefore, updatedAfter, updatedBefore } = request;
  const customerId = request.customerId === undefined ? undefined : uuidOf('Customer', request.customerId);
  if (request.customerId !== undefined && customerId === undefined) return undefined;
  const createdAt = rangeOf(createdAfter, createdBefore);
  const updatedAt = rangeOf(updatedAfter, updatedBefore);
  return {
    platformId,
    ...(customerId !== undefined && { customerId }),
    ...(isPaused !== undefined && { isPaused }),
    ...(isConnected !== undefined && { isConnected }),
    ...(createdAt && { createdAt }),
    ...(updatedAt && { updatedAt }),
  };
}
