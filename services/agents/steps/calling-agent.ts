// The agent that calls.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AgentsContext } from '../context.ts';
import type { Agent } from '../domain/agent.ts';

/** Throws UNAUTHORIZED if it was deleted after its admission. */
export async function callingAgent({ caller, store }: Pick<AgentsContext, 'caller' | 'store'>): Promise<Agent> {
  const { platformId, agentId } = caller;
  const agent = agentId === undefined ? undefined : await store.agents.find(platformId, agentId);
  if (!agent) throw goneAgent();
  return agent;
}

export const goneAgent = () => fail(ErrorCode.UNAUTHORIZED, 'The agent was deleted.');
