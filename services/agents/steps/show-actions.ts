// Actions as operations return them: with their quotes and transactions as they are now.
import type { AgentAction } from '../../../gen/payments/agents/v1/agent_action_pb.ts';
import type { AgentsContext } from '../context.ts';
import { toAction } from '../convert-action.ts';
import type { Action } from '../domain/action.ts';

export async function showActions(actions: readonly Action[], { clients }: AgentsContext): Promise<AgentAction[]> {
  if (actions.length === 0) return [];
  const transactionIds = [...new Set(actions.map(({ transactionId }) => transactionId))];
  const { data } = await clients.payments.showAgentPayments({ transactionIds });
  const payments = new Map(data.map((payment) => [payment.transactionId, payment]));
  return actions.map((action) => toAction(action, payments.get(action.transactionId)));
}

export async function showAction(action: Action, context: AgentsContext): Promise<AgentAction> {
  const [shown] = await showActions([action], context);
  return shown ?? toAction(action, undefined);
}
