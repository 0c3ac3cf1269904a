// AgentGetTransaction: a transaction of the agent's customer.
import type { AgentOperationService } from '../../../gen/payments/agents/v1/agent_operation_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AgentsMethod } from '../context.ts';
import { customerIdOf } from '../convert.ts';
import { callingAgent } from '../steps/calling-agent.ts';

type AgentGetTransaction = AgentsMethod<typeof AgentOperationService.method.agentGetTransaction>;

export const agentGetTransaction: AgentGetTransaction = async ({ transactionId }, context) => {
  const agent = await callingAgent(context);
  const transaction = await context.clients.transactions.getTransaction({ transactionId });
  if (transaction.kind.value?.customerId === customerIdOf(agent)) return transaction;
  throw fail(ErrorCode.TRANSACTION_NOT_FOUND, `There is no transaction ${transactionId}.`);
};
