// Converts agents and device codes to messages.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { type Timestamp, timestampDate, timestampFromDate } from '@bufbuild/protobuf/wkt';
import { type Agent as AgentMessage, AgentSchema } from '../../gen/payments/agents/v1/agent_pb.ts';
import type { AgentDeviceCodeSchema } from '../../gen/payments/agents/v1/device_code_pb.ts';
import { publicId } from '../kit/core/ids.ts';
import { toPolicyMessage, toUsageMessage } from './convert-policy.ts';
import type { Agent } from './domain/agent.ts';
import type { DeviceCode } from './domain/device-code.ts';
import { usageAt } from './domain/usage.ts';
import type { TimeRange } from './store/agents.ts';

/** An agent at a time of its platform's clock. */
export function toAgent(agent: Agent, now: Date): AgentMessage {
  const { name, isPaused, tokenHash, policy, usage, createdAt, updatedAt } = agent;
  return create(AgentSchema, {
    id: agentIdOf(agent.id),
    name,
    customerId: customerIdOf(agent),
    isPaused,
    isConnected: tokenHash !== undefined,
    policy: toPolicyMessage(policy),
    usage: toUsageMessage(usageAt(usage, now)),
    createdAt: timestampFromDate(createdAt),
    updatedAt: timestampFromDate(updatedAt),
  });
}

/** The public id of an agent. */
export const agentIdOf = (id: string) => publicId('Agent', id);

/** The public id of an agent's customer. */
export const customerIdOf = ({ customerId }: Pick<Agent, 'customerId'>) => publicId('Customer', customerId);

/** A device code with its text, which is not stored. */
export function toDeviceCode(code: string, issued: DeviceCode): MessageInitShape<typeof AgentDeviceCodeSchema> {
  const { agentId, expiresAt, redeemedAt } = issued;
  return { code, agentId: agentIdOf(agentId), expiresAt: timestampFromDate(expiresAt), redeemed: redeemedAt !== undefined };
}

/** Inclusive times of a filter. Undefined without both. */
export function rangeOf(after: Timestamp | undefined, before: Timestamp | undefined): TimeRange | undefined {
  if (!after && !before) return undefined;
  return { ...(after && { $gte: timestampDate(after) }), ...(before && { $lte: timestampDate(before) }) };
}
