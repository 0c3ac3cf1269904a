// ListAgentRequests: the audit of the requests of a platform's agents, newest first.
import { timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  type AgentAuditService,
  AgentRequestVerdict,
  AgentRequestVerdictSchema,
} from '../../../gen/payments/agents/v1/agent_audit_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { enumNames } from '../../kit/messages/json/enums.ts';
import { decodeCursor, pageOf, pageSize } from '../../kit/messages/page.ts';
import type { AgentsMethod } from '../context.ts';
import { agentIdOf } from '../convert.ts';
import type { AgentRequest } from '../domain/agent-request.ts';

type ListAgentRequests = AgentsMethod<typeof AgentAuditService.method.listAgentRequests>;

export const listAgentRequests: ListAgentRequests = async (request, { caller, store }) => {
  const { limit = pageSize, cursor, operation, reason, startDate, endDate } = request;
  const agentId = request.agentId === undefined ? undefined : uuidOf('Agent', request.agentId);
  if (request.agentId !== undefined && agentId === undefined) return {};
  const filter = {
    platformId: caller.platformId,
    agentId,
    operation,
    reason,
    verdict: request.verdict === undefined ? undefined : verdicts.get(request.verdict),
    from: startDate && timestampDate(startDate),
    to: endDate && timestampDate(endDate),
  };
  const after = cursor === undefined ? undefined : decodeCursor(cursor);
  const [requests, totalCount] = await Promise.all([store.requests.list(filter, { limit, after }), store.requests.count(filter)]);

  const { data, ...page } = pageOf(requests, limit);
  return { data: data.map(toMessage), ...page, totalCount };
};

const verdicts = enumNames(AgentRequestVerdictSchema).byNumber;

function toMessage({ id, agentId, operation, requestId, createdAt, outcome, spend }: AgentRequest) {
  return {
    id,
    agentId: agentIdOf(agentId),
    operation,
    requestId,
    createdAt: timestampFromDate(createdAt),
    ...(outcome && { ...outcome, verdict: AgentRequestVerdict[outcome.verdict] }),
    ...(spend && {
      amount: spend.money.amount,
      currency: spend.money.currency,
    }),
    ...(spend?.converted && {
      convertedAmount: spend.converted.amount,
      convertedCurrency: spend.converted.currency,
      rate: spend.converted.rate,
    }),
  };
}
