// AgentListExternalAccounts: the external accounts of the agent's customer.
import type { AgentExternalAccountService } from '../../../gen/payments/agents/v1/agent_external_account_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { customerIdOf } from '../convert.ts';
import { callingAgent } from '../steps/calling-agent.ts';

type AgentListExternalAccounts = AgentsMethod<typeof AgentExternalAccountService.method.agentListExternalAccounts>;

export const agentListExternalAccounts: AgentListExternalAccounts = async (request, context) => {
  const { $typeName: _, $unknown: __, ...filter } = request;
  const customerId = customerIdOf(await callingAgent(context));
  return context.clients.externalAccounts.listExternalAccounts({ ...filter, customerId });
};
