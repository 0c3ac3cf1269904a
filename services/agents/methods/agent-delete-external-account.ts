// AgentDeleteExternalAccount: deletes an external account of the agent's customer.
import type { AgentExternalAccountService } from '../../../gen/payments/agents/v1/agent_external_account_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { findOwnExternalAccount } from '../steps/find-own-external-account.ts';

type AgentDeleteExternalAccount = AgentsMethod<typeof AgentExternalAccountService.method.agentDeleteExternalAccount>;

export const agentDeleteExternalAccount: AgentDeleteExternalAccount = async ({ externalAccountId }, context) => {
  await findOwnExternalAccount(externalAccountId, context); // its owner does not change
  return context.clients.externalAccounts.deleteExternalAccount({ externalAccountId });
};
