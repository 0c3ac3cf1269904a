// AgentListInternalAccounts: the accounts that the policy allows.
import type { AgentOperationService } from '../../../gen/payments/agents/v1/agent_operation_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { customerIdOf } from '../convert.ts';
import { callingAgent } from '../steps/calling-agent.ts';

type AgentListInternalAccounts = AgentsMethod<typeof AgentOperationService.method.agentListInternalAccounts>;

export const agentListInternalAccounts: AgentListInternalAccounts = async (request, context) => {
  const { $typeName: _, $unknown: __, ...filter } = request;
  const agent = await callingAgent(context);
  const ids = agent.policy.accountRestrictions?.allowedAccountIds;
  return context.clients.accounts.listInternalAccountsOf({
    ...filter,
    customerId: customerIdOf(agent),
    ...(ids && { among: { ids: [...ids] } }),
  });
};
