// RemoveCustomerAgents: deletes the agents of a deleted customer.
import type { AgentDirectoryService } from '../../../gen/payments/agents/v1/agent_directory_pb.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import type { AgentsMethod } from '../context.ts';

export const removeCustomerAgents: AgentsMethod<typeof AgentDirectoryService.method.removeCustomerAgents> = async (
  { customerId },
  { caller, clock, store },
) => {
  const customer = { platformId: caller.platformId, customerId: uuidIn(customerId) };
  const now = clock.now();
  await store.write(async (rows) => {
    await rows.owners.close(customer, now);
    await rows.agents.removeAllOf(customer, now);
  });
  return {};
};
