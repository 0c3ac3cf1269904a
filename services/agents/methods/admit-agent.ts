// AdmitAgent: whether the agent with an access token may call an operation. Called by doors, before the platform is known and the request is
// read.
import type { AgentDirectoryService } from '../../../gen/payments/agents/v1/agent_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Environment } from '../../kit/core/caller.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AgentsMethod } from '../context.ts';
import { demandOf } from '../domain/demands.ts';
import { hashOf } from '../domain/device-code.ts';
import { refusalToCall } from '../domain/evaluation.ts';

type AdmitAgent = AgentsMethod<typeof AgentDirectoryService.method.admitAgent>;

export const admitAgent: AdmitAgent = async ({ accessToken, operation }, { store, clients, settings }) => {
  const tokenHash = hashOf(accessToken);
  const platformId = await store.secrets.platformOf(tokenHash);
  const agent = platformId === undefined ? undefined : await store.agents.findByToken(platformId, tokenHash);
  if (!agent) throw unknownToken(settings.mode);
  const refusal = refusalToCall(agent, demandOf(operation));
  if (refusal) throw refusal;
  const { environment, clockOffsetMs } = await clients.platform.getPlatform({ platformId: agent.platformId });
  return { platformId: agent.platformId, environment, clockOffsetMs, agentId: agent.id };
};

/** Only the sandbox reports the failed check. */
function unknownToken(mode: Environment): Refusal {
  const details = mode === 'sandbox' ? { reason: 'The access token is unknown or was revoked.' } : undefined;
  return fail(ErrorCode.UNAUTHORIZED, 'The credentials are wrong.', details);
}
