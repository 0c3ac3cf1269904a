// AdmitAgent: whether the agent with an access token may call an operation. Called by doors, before the platform is known and the request is
// read.
import type { AgentDirectoryService } from '../../../gen/payments/agents/v1/agent_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Environment } from '../../kit/core/caller.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AgentsContext, AgentsMethod } from '../context.ts';
import type { Agent } from '../domain/agent.ts';
import type { Outcome } from '../domain/agent-request.ts';
import { demandOf, mcpOperation } from '../domain/demands.ts';
import { hashOf } from '../domain/device-code.ts';
import { refusalToCall } from '../domain/evaluation.ts';
import { outcomeOf } from '../steps/record-outcome.ts';

type AdmitAgent = AgentsMethod<typeof AgentDirectoryService.method.admitAgent>;

/** The audit row is written first, so that no admitted request can be without one. */
export const admitAgent: AdmitAgent = async ({ accessToken, operation }, context) => {
  const { store, clients, clock, ids, requestId, platformReads } = context;
  const { id: agentId, platformId, ...agent } = await agentWith(accessToken, context);
  const refusal = refusalToCall(agent, demandOf(operation));
  const request = { platformId, id: ids.next(), agentId, operation, requestId, createdAt: clock.now() };
  const outcome = refusal ? outcomeOf(refusal) : operation === mcpOperation ? allowed : undefined;
  await store.requests.insert({ ...request, outcome });
  if (refusal) throw refusal;
  const platform = await platformReads(platformId, () => clients.platform.getPlatform({ platformId }));
  const { environment, clockOffsetMs, hasFaults } = platform;
  return { platformId, environment, clockOffsetMs, hasFaults, agentId, agentRequestId: request.id };
};

/** Of a request that reaches no method of this service. */
const allowed: Outcome = { verdict: 'ALLOWED' };

/** Throws UNAUTHORIZED. */
async function agentWith(accessToken: string, { store, settings }: AgentsContext): Promise<Agent> {
  const tokenHash = hashOf(accessToken);
  const platformId = await store.secrets.platformOf(tokenHash);
  const agent = platformId === undefined ? undefined : await store.agents.findByToken(platformId, tokenHash);
  if (!agent) throw unknownToken(settings.mode);
  return agent;
}

/** Only the sandbox reports the failed check. */
function unknownToken(mode: Environment): Refusal {
  const details = mode === 'sandbox' ? { reason: 'The access token is unknown or was revoked.' } : undefined;
  return fail(ErrorCode.UNAUTHORIZED, 'The credentials are wrong.', details);
}
