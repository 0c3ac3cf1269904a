// The sandbox provider reports of a link some time after it was created.
import type { NewJob } from '../../kit/background/jobs.ts';
import type { JobHandler } from '../../kit/service/service.ts';
import type { StablecoinsContext } from '../context.ts';
import type { Credentials, ProviderAccount } from '../domain/provider-account.ts';
import { laterReportOf } from '../providers/sandbox-provider.ts';
import { moveAccount } from '../steps/provider-account.ts';

/** Undefined if the sandbox provider has nothing to report, and in production. */
export function reportLater(
  { id, linkedBy }: ProviderAccount,
  { apiClientId }: Credentials,
  { caller, clock, requestId, sandboxTimeScale }: StablecoinsContext,
): NewJob | undefined {
  const report = caller.environment === 'sandbox' ? laterReportOf(apiClientId) : undefined;
  if (!report) return undefined;
  const runAt = new Date(clock.now().getTime() + report.afterMs / sandboxTimeScale);
  return { kind: 'sandbox-report', key: linkedBy, caller, payload: { id, event: report.event }, runAt, requestId };
}

export const handleSandboxReport: JobHandler<StablecoinsContext> = async ({ payload: { id, event } }, context) => {
  await moveAccount(String(id), event === 'withdrawn' ? 'withdrawn' : 'refused', context);
};
