// The internal RPC service that ends dry runs of other processes.
import type { DryRunService } from '../../../gen/payments/common/v1/dry_run_pb.ts';
import { endDryRun } from '../calls/dry-runs.ts';
import type { Context, Method } from '../core/method.ts';
import { dryRunsOf } from './common-services.ts';
import { type Served, serve } from './service.ts';

export function servesDryRuns(service: string): Served<Context> {
  return serve(dryRunsOf(service), { endDryRun: end });
}

const end: Method<typeof DryRunService.method.endDryRun> = async ({ dryRunId }) => {
  const skipped = await endDryRun(dryRunId);
  return skipped === undefined ? {} : { skipped };
};
