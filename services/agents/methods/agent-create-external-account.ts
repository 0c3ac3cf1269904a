// AgentCreateExternalAccount: adds an external account of the agent's customer.
import type { AgentExternalAccountService } from '../../../gen/payments/agents/v1/agent_external_account_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AgentsMethod } from '../context.ts';
import { customerIdOf } from '../convert.ts';
import { callingAgent } from '../steps/calling-agent.ts';

type AgentCreateExternalAccount = AgentsMethod<typeof AgentExternalAccountService.method.agentCreateExternalAccount>;

export const agentCreateExternalAccount: AgentCreateExternalAccount = async (request, context) => {
  const customerId = customerIdOf(await callingAgent(context));
  if (request.customerId !== undefined && request.customerId !== customerId) {
    throw fail(ErrorCode.FORBIDDEN, 'An agent can add accounts of its own customer only.');
  }
  const repeatable = { headers: { 'idempotency-key': context.operationId } };
  return context.clients.externalAccounts.createExternalAccount({ ...request, customerId }, repeatable);
};
