// RedeemAgentDeviceCode: exchanges a device code for the agent's credential. Called without credentials, and so without a platform.
import { randomBytes } from 'node:crypto';
import type { DeviceCodeService } from '../../../gen/payments/agents/v1/device_code_pb.ts';
import { ahead } from '../../kit/core/clock.ts';
import { refusalFrom } from '../../kit/messages/fail.ts';
import type { AgentsContext, AgentsMethod } from '../context.ts';
import { agentIdOf } from '../convert.ts';
import { toPolicyMessage } from '../convert-policy.ts';
import { type Agent, connected } from '../domain/agent.ts';
import { accessTokenFrom, codeHashOf, hashOf, refusalToRedeem } from '../domain/device-code.ts';
import { findCode, noCode } from '../steps/find-code.ts';

type RedeemAgentDeviceCode = AgentsMethod<typeof DeviceCodeService.method.redeemAgentDeviceCode>;

export const redeemAgentDeviceCode: RedeemAgentDeviceCode = async ({ code }, context) => {
  const { attempts, address } = context;
  attempts.check(address);
  try {
    const { agent, accessToken } = await redeem(code, context);
    const { id, name, policy } = agent;
    return { agentId: agentIdOf(id), agentName: name, accessToken, policy: toPolicyMessage(policy) };
  } catch (error) {
    if (refusalFrom(error)) attempts.count(address);
    throw error;
  }
};

/** The lock of the agent decides between concurrent calls. */
async function redeem(code: string, context: AgentsContext): Promise<{ agent: Agent; accessToken: string }> {
  const { store } = context;
  const platformId = await store.secrets.platformOf(codeHashOf(code));
  const found = await findCode({ code, platformId }, store);
  const now = await timeOf(found.agent, context);
  const accessToken = accessTokenFrom(randomBytes(20));
  const tokenHash = hashOf(accessToken);
  await store.secrets.claim(tokenHash, found.agent.platformId);

  const agent = await store.write(async (rows) => {
    const locked = await rows.agents.lock(found.agent.platformId, found.agent.id);
    if (!locked) throw noCode();
    const { issued } = await findCode({ code, platformId: locked.platformId }, rows);
    const refusal = refusalToRedeem(issued, now);
    if (refusal) throw refusal;
    const after = connected(locked, tokenHash, now);
    await rows.deviceCodes.redeem(after.platformId, issued.codeHash, now);
    await rows.agents.update(after);
    return after;
  });
  return { agent, accessToken };
}

/** Of the clock of the agent's platform, because the caller has none. */
async function timeOf({ platformId }: Agent, { clients, clock, caller }: AgentsContext): Promise<Date> {
  const { clockOffsetMs } = await clients.platform.getPlatform({ platformId });
  return ahead(clock, Number(clockOffsetMs) - caller.clockOffsetMs).now();
}
