// AgentListTransactions: the transactions of the agent's customer.
import type { AgentOperationService } from '../../../gen/payments/agents/v1/agent_operation_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { customerIdOf } from '../convert.ts';
import { callingAgent } from '../steps/calling-agent.ts';

type AgentListTransactions = AgentsMethod<typeof AgentOperationService.method.agentListTransactions>;

export const agentListTransactions: AgentListTransactions = async (request, context) => {
  const { $typeName: _, $unknown: __, ...filter } = request;
  const customerId = customerIdOf(await callingAgent(context));
  return context.clients.transactions.listTransactions({ ...filter, customerId });
};
