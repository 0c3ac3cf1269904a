// Starts the transfer of an agent, in either direction.
import type { JsonValue } from '@bufbuild/protobuf';
import type { AgentAction } from '../../../gen/payments/agents/v1/agent_action_pb.ts';
import { AgentPermission } from '../../../gen/payments/agents/v1/agent_policy_pb.ts';
import type { AgentsContext } from '../context.ts';
import { customerIdOf } from '../convert.ts';
import type { Action } from '../domain/action.ts';
import type { Agent } from '../domain/agent.ts';
import type { Money } from '../domain/conversion.ts';
import { showAction } from './show-actions.ts';
import { continuedAction, startAction } from './start-action.ts';

export interface NewTransfer {
  readonly type: Exclude<Action['type'], 'EXECUTE_QUOTE'>;
  /** Public ids. */
  readonly source: string;
  readonly destination: string;
  readonly money: Money;
  /** Proto3 JSON of the request. */
  readonly request: JsonValue;
}

/** `requested`: checks the request. A repeated call continues its action instead. */
export async function startTransfer(
  context: AgentsContext,
  agent: Agent,
  requested: () => Promise<NewTransfer>,
): Promise<AgentAction> {
  const continued = await continuedAction(context);
  return showAction(continued ?? (await start(context, agent, await requested())), context);
}

async function start(context: AgentsContext, agent: Agent, { type, source, destination, money, request }: NewTransfer) {
  const { operationId: id, clock, clients } = context;
  const { id: agentId, platformId, customerId } = agent;
  const { platformCustomerId } = await clients.customers.getCustomer({ customerId: customerIdOf(agent) });
  const ruledBy = type === 'TRANSFER_OUT' ? source : destination;
  const now = clock.now();
  const payment = { permission: AgentPermission.CREATE_TRANSFERS, accountIds: [ruledBy], ruledBy, money };
  const ids = { id, transactionId: id, platformId, agentId, customerId, platformCustomerId };
  const action = {
    ...ids,
    type,
    accountIds: [ruledBy],
    ruledBy,
    money,
    transfer: { source, destination },
    createdAt: now,
    updatedAt: now,
  };
  return startAction(context, { action, payment, secret: { transfer: request } });
}
