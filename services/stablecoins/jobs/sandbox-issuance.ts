// The sandbox provider reports of a token some time after it was registered.
import type { NewJob } from '../../kit/background/jobs.ts';
import type { JobHandler } from '../../kit/service/service.ts';
import type { StablecoinsContext } from '../context.ts';
import type { Stablecoin } from '../domain/stablecoin.ts';
import { laterIssuanceOf } from '../providers/sandbox-provider.ts';
import { moveIssuance } from '../steps/stablecoin.ts';

/** Undefined if the sandbox provider has nothing to report, and in production. */
export function issueLater(
  { id, providerTokenIdentifier, createdAt }: Stablecoin,
  { caller, requestId, sandboxTimeScale }: StablecoinsContext,
): NewJob | undefined {
  const report = caller.environment === 'sandbox' ? laterIssuanceOf(providerTokenIdentifier) : undefined;
  if (!report) return undefined;
  const runAt = new Date(createdAt.getTime() + report.afterMs / sandboxTimeScale);
  return { kind: 'sandbox-issuance', key: id, caller, payload: {}, runAt, requestId };
}

export const handleSandboxIssuance: JobHandler<StablecoinsContext> = async ({ key: id }, context) => {
  const stablecoin = await context.store.stablecoins.find(context.caller.platformId, id);
  const report = stablecoin && laterIssuanceOf(stablecoin.providerTokenIdentifier);
  if (report) await moveIssuance(id, report.status, context);
};
