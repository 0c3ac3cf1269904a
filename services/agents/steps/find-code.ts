// The device code that a request shows, of a live agent.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { fail, type Refusal } from '../../kit/messages/fail.ts';
import type { Agent } from '../domain/agent.ts';
import { codeHashOf, type DeviceCode } from '../domain/device-code.ts';
import type { AgentsRows } from '../store/store.ts';

/** Throws REFERENCE_NOT_FOUND. `code`: its text, in any case. */
export async function findCode(
  { code, platformId }: { readonly code: string; readonly platformId: string | undefined },
  rows: Pick<AgentsRows, 'agents' | 'deviceCodes'>,
): Promise<{ readonly agent: Agent; readonly issued: DeviceCode }> {
  const issued = platformId === undefined ? undefined : await rows.deviceCodes.find(platformId, codeHashOf(code));
  const agent = issued && platformId !== undefined ? await rows.agents.find(platformId, issued.agentId) : undefined;
  if (!issued || !agent) throw noCode();
  return { agent, issued };
}

/** Without the code, which is a secret. */
export function noCode(): Refusal {
  return fail(ErrorCode.REFERENCE_NOT_FOUND, 'There is no such device code.', { resource: 'DeviceCode' });
}
