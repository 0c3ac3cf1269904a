// RemoveCustomerAgents: deletes the agents of a deleted customer.
import type { AgentDirectoryService } from '../../../gen/payments/agents/v1/agent_directory_pb.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import type { AgentsMethod } from '../context.ts';
import { endActionsOf } from '../steps/end-actions.ts';

export const removeCustomerAgents: AgentsMethod<typeof AgentDirectoryService.method.removeCustomerAgents> = async (
  { customerId },
  context,
) => {
  const { caller, clock, store } = context;
  const customer = { platformId: caller.platformId, customerId: uuidIn(customerId) };
  const now = clock.now();
  await store.write(async (rows) => {
    await rows.owners.close(customer, now);
    for (const agent of await rows.agents.lockAllOf(customer)) await endActionsOf(context, rows, agent);
    await rows.agents.removeAllOf(customer, now);
  });
  return {};
};
