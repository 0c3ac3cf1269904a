// GetAgentDeviceCodeStatus: whether a code was redeemed.
import type { DeviceCodeService } from '../../../gen/payments/agents/v1/device_code_pb.ts';
import type { AgentsMethod } from '../context.ts';
import { findCode } from '../steps/find-code.ts';

type GetAgentDeviceCodeStatus = AgentsMethod<typeof DeviceCodeService.method.getAgentDeviceCodeStatus>;

export const getAgentDeviceCodeStatus: GetAgentDeviceCodeStatus = async ({ code }, { caller, store }) => {
  const { issued } = await findCode({ code, platformId: caller.platformId }, store);
  return { code, redeemed: issued.redeemedAt !== undefined };
};
