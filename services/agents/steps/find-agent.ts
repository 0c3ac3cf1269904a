// The agent that a request addresses.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { uuidOf } from '../../kit/core/ids.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AgentsContext } from '../context.ts';
import type { Agent } from '../domain/agent.ts';

/** Throws REFERENCE_NOT_FOUND. */
export async function findAgent(agentId: string, { store, caller }: AgentsContext): Promise<Agent> {
  const agent = await store.agents.find(caller.platformId, agentUuid(agentId));
  if (!agent) throw noAgent(agentId);
  return agent;
}

/** The uuid in a public id. Throws REFERENCE_NOT_FOUND for what is none. */
export function agentUuid(agentId: string): string {
  const id = uuidOf('Agent', agentId);
  if (id === undefined) throw noAgent(agentId);
  return id;
}

export function noAgent(agentId: string): Refusal {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, `There is no agent ${agentId}.`, { resource: 'Agent' });
}
