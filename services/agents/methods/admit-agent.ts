// AdmitAgent: the agent with an access token. Called by doors, before the platform is known.
import type { AgentDirectoryService } from '../../../gen/payments/agents/v1/agent_directory_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import type { Environment } from '../../kit/core/caller.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { AgentsMethod } from '../context.ts';
import { hashOf } from '../domain/device-code.ts';

type AdmitAgent = AgentsMethod<typeof AgentDirectoryService.method.admitAgent>;

export const admitAgent: AdmitAgent = async ({ accessToken }, { store, clients, settings }) => {
  const tokenHash = hashOf(accessToken);
  const platformId = await store.secrets.platformOf(tokenHash);
  const agent = platformId === undefined ? undefined : await store.agents.findByToken(platformId, tokenHash);
  if (!agent) throw unknownToken(settings.mode);
  const { environment, clockOffsetMs } = await clients.platform.getPlatform({ platformId: agent.platformId });
  return { platformId: agent.platformId, environment, clockOffsetMs, agentId: agent.id };
};

/** Only the sandbox reports the failed check. */
function unknownToken(mode: Environment): Refusal {
  const details = mode === 'sandbox' ? { reason: 'The access token is unknown or was revoked.' } : undefined;
  return fail(ErrorCode.UNAUTHORIZED, 'The credentials are wrong.', details);
}
