// RegenerateAgentDeviceCode: a new device code. A connected agent that is paused loses its credential, to be installed again.
import type { DeviceCodeService } from '../../../gen/payments/agents/v1/device_code_pb.ts';
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail } from '../../kit/messages/fail.ts';
import type { AgentsMethod } from '../context.ts';
import { toDeviceCode } from '../convert.ts';
import { type Agent, disconnected } from '../domain/agent.ts';
import { findAgent, noAgent } from '../steps/find-agent.ts';
import { freeCode, issuedCode } from '../steps/issue-code.ts';

type RegenerateAgentDeviceCode = AgentsMethod<typeof DeviceCodeService.method.regenerateAgentDeviceCode>;

export const regenerateAgentDeviceCode: RegenerateAgentDeviceCode = async ({ agentId }, context) => {
  const { clock, store } = context;
  const found = await findAgent(agentId, context);
  refuseConnected(found);
  const code = await freeCode(context);

  const issued = await store.write(async (rows) => {
    const agent = await rows.agents.lock(found.platformId, found.id);
    if (!agent) throw noAgent(agentId);
    refuseConnected(agent);
    const now = clock.now();
    const made = issuedCode(code, agent, context);
    await rows.agents.update(disconnected(agent, now));
    await rows.deviceCodes.supersede(agent.platformId, agent.id, now);
    await rows.deviceCodes.insert(agent.platformId, made);
    return made;
  });
  return toDeviceCode(code, issued);
};

function refuseConnected({ tokenHash, isPaused }: Agent): void {
  if (!tokenHash || isPaused) return;
  throw fail(ErrorCode.CONFLICT, 'The agent is connected. Pause it to issue a new device code, which revokes its credential.', {
    reason: 'AGENT_CONNECTED',
  });
}
