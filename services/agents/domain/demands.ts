// What each operation of agents demands of the policy.
import { AgentPermission } from '../../../gen/payments/agents/v1/agent_policy_pb.ts';
import type { Demand } from './evaluation.ts';

const { VIEW_TRANSACTIONS, CREATE_TRANSFERS, CREATE_QUOTES, EXECUTE_QUOTES, MANAGE_EXTERNAL_ACCOUNTS } = AgentPermission;

const read = (...permissions: AgentPermission[]): Demand => ({ isRead: true, permissions });
const write = (...permissions: AgentPermission[]): Demand => ({ isRead: false, permissions });

/** Opens the MCP endpoint, where nothing else happens: each tool is an operation of its own. */
export const mcpOperation = 'mcp';

/** By the name of the operation. One of its permissions is sufficient. */
const demands: ReadonlyMap<string, Demand> = new Map([
  [mcpOperation, read()],
  ['getAgentMe', read()],
  ['agentListInternalAccounts', read(VIEW_TRANSACTIONS)],
  ['agentListTransactions', read(VIEW_TRANSACTIONS)],
  ['agentGetTransaction', read(VIEW_TRANSACTIONS)],
  ['agentCreateQuote', write(CREATE_QUOTES)],
  ['agentGetQuote', read(CREATE_QUOTES, EXECUTE_QUOTES)],
  ['agentExecuteQuote', write(EXECUTE_QUOTES)],
  ['agentCreateTransferIn', write(CREATE_TRANSFERS)],
  ['agentCreateTransferOut', write(CREATE_TRANSFERS)],
  ['agentListActions', read()],
  ['agentGetAction', read()],
  ['agentCreateExternalAccount', write(MANAGE_EXTERNAL_ACCOUNTS)],
  ['agentListExternalAccounts', read(MANAGE_EXTERNAL_ACCOUNTS)],
  ['agentGetExternalAccount', read(MANAGE_EXTERNAL_ACCOUNTS)],
  ['agentDeleteExternalAccount', write(MANAGE_EXTERNAL_ACCOUNTS)],
]);

/** Throws for a name that is no operation of agents: a mistake of this installation, not of a caller. */
export function demandOf(operation: string): Demand {
  const demand = demands.get(operation);
  if (!demand) throw new Error(`No demand is defined for the operation ${operation}.`);
  return demand;
}
