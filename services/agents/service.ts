// The definition of the agents service.
import { AgentAuditService } from '../../gen/payments/agents/v1/agent_audit_pb.ts';
import { AgentDirectoryService } from '../../gen/payments/agents/v1/agent_directory_pb.ts';
import { AgentExternalAccountService } from '../../gen/payments/agents/v1/agent_external_account_pb.ts';
import { AgentOperationService } from '../../gen/payments/agents/v1/agent_operation_pb.ts';
import {
  AgentService,
  CreateAgentRequestSchema,
  UpdateAgentPolicyRequestSchema,
  UpdateAgentRequestSchema,
} from '../../gen/payments/agents/v1/agent_pb.ts';
import { DeviceCodeService } from '../../gen/payments/agents/v1/device_code_pb.ts';
import { failingAddresses } from '../kit/calls/failing-addresses.ts';
import { check } from '../kit/messages/check.ts';
import { defineService, serve } from '../kit/service/service.ts';
import { checkAgentChange, checkNewAgent } from './checks/agent.ts';
import { checkPolicyChange } from './checks/policy.ts';
import { needs } from './context.ts';
import { admitAgent } from './methods/admit-agent.ts';
import { agentCreateExternalAccount } from './methods/agent-create-external-account.ts';
import { agentDeleteExternalAccount } from './methods/agent-delete-external-account.ts';
import { agentGetExternalAccount } from './methods/agent-get-external-account.ts';
import { agentGetTransaction } from './methods/agent-get-transaction.ts';
import { agentListExternalAccounts } from './methods/agent-list-external-accounts.ts';
import { agentListInternalAccounts } from './methods/agent-list-internal-accounts.ts';
import { agentListTransactions } from './methods/agent-list-transactions.ts';
import { createAgent } from './methods/create-agent.ts';
import { deleteAgent } from './methods/delete-agent.ts';
import { getAgentById } from './methods/get-agent-by-id.ts';
import { getAgentDeviceCodeStatus } from './methods/get-agent-device-code-status.ts';
import { getAgentMe } from './methods/get-agent-me.ts';
import { listAgentRequests } from './methods/list-agent-requests.ts';
import { listAgents } from './methods/list-agents.ts';
import { redeemAgentDeviceCode } from './methods/redeem-agent-device-code.ts';
import { regenerateAgentDeviceCode } from './methods/regenerate-agent-device-code.ts';
import { removeCustomerAgents } from './methods/remove-customer-agents.ts';
import { updateAgent } from './methods/update-agent.ts';
import { updateAgentPolicy } from './methods/update-agent-policy.ts';
import { agentsTables } from './migrations/0001-agents.ts';
import { personalRecords } from './steps/personal-records.ts';
import { recordOutcome } from './steps/record-outcome.ts';
import { AgentOwnerRecord, AgentRecord, AgentRequestRecord, DeviceCodeRecord, SecretRecord } from './store/records.ts';
import { retention } from './store/retention.ts';
import { openAgentsStore } from './store/store.ts';

export const agents = defineService({
  name: 'agents',
  needs,
  serves: [
    serve(AgentService, { createAgent, listAgents, getAgentById, updateAgent, updateAgentPolicy, deleteAgent }),
    serve(DeviceCodeService, { regenerateAgentDeviceCode, getAgentDeviceCodeStatus, redeemAgentDeviceCode }),
    serve(AgentOperationService, { getAgentMe, agentListInternalAccounts, agentListTransactions, agentGetTransaction }),
    serve(AgentExternalAccountService, {
      agentCreateExternalAccount,
      agentListExternalAccounts,
      agentGetExternalAccount,
      agentDeleteExternalAccount,
    }),
    serve(AgentDirectoryService, { removeCustomerAgents, admitAgent }),
    serve(AgentAuditService, { listAgentRequests }),
  ],
  migrations: [agentsTables],
  entities: [AgentRecord],
  tables: [AgentOwnerRecord, AgentRequestRecord, DeviceCodeRecord, SecretRecord],
  retention,
  around: recordOutcome,
  checks: [
    check(CreateAgentRequestSchema, checkNewAgent),
    check(UpdateAgentRequestSchema, checkAgentChange),
    check(UpdateAgentPolicyRequestSchema, checkPolicyChange),
  ],
  personalRecords,
  open: ({ database, wall, settings }) => ({
    store: openAgentsStore(database),
    settings,
    attempts: failingAddresses(Math.min(settings.authFailuresPerMinute ?? failedRedeemsPerMinute, failedRedeemsPerMinute), wall),
  }),
});

const failedRedeemsPerMinute = 10;
