// AgentGetExternalAccount: an external account of the agent's customer.
import type { AgentExternalAccountService } from '../../../gen/payments/agents/v1/agent_external_account_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { findOwnExternalAccount } from '../steps/find-own-external-account.ts';

type AgentGetExternalAccount = AgentsMethod<typeof AgentExternalAccountService.method.agentGetExternalAccount>;

export const agentGetExternalAccount: AgentGetExternalAccount = ({ externalAccountId }, context) =>
  findOwnExternalAccount(externalAccountId, context);
