// The definition of the agents service.

import { ActionDirectoryService } from '../../gen/payments/agents/v1/action_directory_pb.ts';
import { AgentActionService } from '../../gen/payments/agents/v1/agent_action_pb.ts';
import { AgentAuditService } from '../../gen/payments/agents/v1/agent_audit_pb.ts';
import { AgentDirectoryService } from '../../gen/payments/agents/v1/agent_directory_pb.ts';
import { AgentExternalAccountService } from '../../gen/payments/agents/v1/agent_external_account_pb.ts';
import { AgentOperationService } from '../../gen/payments/agents/v1/agent_operation_pb.ts';
import { AgentPaymentService } from '../../gen/payments/agents/v1/agent_payment_pb.ts';
import {
  AgentService,
  CreateAgentRequestSchema,
  UpdateAgentPolicyRequestSchema,
  UpdateAgentRequestSchema,
} from '../../gen/payments/agents/v1/agent_pb.ts';
import { DeviceCodeService } from '../../gen/payments/agents/v1/device_code_pb.ts';
import type { Platform } from '../../gen/payments/platform/v1/platform_pb.ts';
import { failingAddresses } from '../kit/calls/failing-addresses.ts';
import { check } from '../kit/messages/check.ts';
import { defineService, serve } from '../kit/service/service.ts';
import { sharedReads } from '../kit/storage/shared-reads.ts';
import { checkAgentChange, checkNewAgent } from './checks/agent.ts';
import { checkPolicyChange } from './checks/policy.ts';
import { needs } from './context.ts';
import { carryOutAction, endPayment, timeOutAction } from './jobs/actions.ts';
import { admitAgent } from './methods/admit-agent.ts';
import { agentCreateExternalAccount } from './methods/agent-create-external-account.ts';
import { agentCreateQuote } from './methods/agent-create-quote.ts';
import { agentCreateTransferIn } from './methods/agent-create-transfer-in.ts';
import { agentCreateTransferOut } from './methods/agent-create-transfer-out.ts';
import { agentDeleteExternalAccount } from './methods/agent-delete-external-account.ts';
import { agentExecuteQuote } from './methods/agent-execute-quote.ts';
import { agentGetAction } from './methods/agent-get-action.ts';
import { agentGetExternalAccount } from './methods/agent-get-external-account.ts';
import { agentGetQuote } from './methods/agent-get-quote.ts';
import { agentGetTransaction } from './methods/agent-get-transaction.ts';
import { agentListActions } from './methods/agent-list-actions.ts';
import { agentListExternalAccounts } from './methods/agent-list-external-accounts.ts';
import { agentListInternalAccounts } from './methods/agent-list-internal-accounts.ts';
import { agentListTransactions } from './methods/agent-list-transactions.ts';
import { approveAgentAction } from './methods/approve-agent-action.ts';
import { createAgent } from './methods/create-agent.ts';
import { decideAction } from './methods/decide-action.ts';
import { deleteAgent } from './methods/delete-agent.ts';
import { getAgentById } from './methods/get-agent-by-id.ts';
import { getAgentDeviceCodeStatus } from './methods/get-agent-device-code-status.ts';
import { getAgentMe } from './methods/get-agent-me.ts';
import { listAgentApprovals } from './methods/list-agent-approvals.ts';
import { listAgentRequests } from './methods/list-agent-requests.ts';
import { listAgents } from './methods/list-agents.ts';
import { redeemAgentDeviceCode } from './methods/redeem-agent-device-code.ts';
import { regenerateAgentDeviceCode } from './methods/regenerate-agent-device-code.ts';
import { rejectAgentAction } from './methods/reject-agent-action.ts';
import { removeCustomerAgents } from './methods/remove-customer-agents.ts';
import { reportFailedPayment } from './methods/report-failed-payment.ts';
import { updateAgent } from './methods/update-agent.ts';
import { updateAgentPolicy } from './methods/update-agent-policy.ts';
import { agentsTables } from './migrations/0001-agents.ts';
import { deliverActions } from './steps/deliver-actions.ts';
import { personalRecords } from './steps/personal-records.ts';
import { recordOutcome } from './steps/record-outcome.ts';
import {
  ActionRecord,
  AgentOwnerRecord,
  AgentRecord,
  AgentRequestRecord,
  DeviceCodeRecord,
  SecretRecord,
} from './store/records.ts';
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
    serve(AgentPaymentService, {
      agentCreateQuote,
      agentGetQuote,
      agentExecuteQuote,
      agentCreateTransferIn,
      agentCreateTransferOut,
      agentListActions,
      agentGetAction,
    }),
    serve(AgentActionService, { listAgentApprovals, approveAgentAction, rejectAgentAction }),
    serve(ActionDirectoryService, { decideAction, reportFailedPayment }),
    serve(AgentDirectoryService, { removeCustomerAgents, admitAgent }),
    serve(AgentAuditService, { listAgentRequests }),
  ],
  reset: { keeps: ['secret_directory'] },
  migrations: [agentsTables],
  placements: { secret_directory: { column: 'hash', of: 'device codes and access tokens' } },
  entities: [AgentRecord, ActionRecord],
  tables: [AgentOwnerRecord, AgentRequestRecord, DeviceCodeRecord, SecretRecord],
  retention,
  around: recordOutcome,
  checks: [
    check(CreateAgentRequestSchema, checkNewAgent),
    check(UpdateAgentRequestSchema, checkAgentChange),
    check(UpdateAgentPolicyRequestSchema, checkPolicyChange),
  ],
  jobs: { 'carry-out': carryOutAction, 'time-out': timeOutAction, 'end-payment': endPayment },
  personalRecords,
  relay: deliverActions,
  open: ({ database, secrets, wall, settings }) => ({
    store: openAgentsStore(database, secrets),
    settings,
    platformReads: sharedReads<Platform>(),
    attempts: failingAddresses(Math.min(settings.authFailuresPerMinute ?? failedRedeemsPerMinute, failedRedeemsPerMinute), wall),
  }),
});

const failedRedeemsPerMinute = 10;
