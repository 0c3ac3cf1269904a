// ReportOperation: the provider's progress with a mint or burn.
import type { StablecoinReportService } from '../../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import type { StablecoinsMethod } from '../context.ts';
import { toOperation } from '../convert-operation.ts';
import { toProgress } from '../convert-progress.ts';
import { afterReport } from '../domain/operation-machine.ts';
import { changeOperation } from '../steps/change-operation.ts';
import { operationNotFound } from '../steps/stablecoin.ts';

type Report = StablecoinsMethod<typeof StablecoinReportService.method.reportOperation>;

export const reportOperation: Report = async ({ stablecoinOperationId, progress }, context) => {
  const { caller, clock } = context;
  if (!progress) throw operationNotFound(); // the rules require it
  const reported = toProgress(progress);
  const report = (current: Parameters<typeof afterReport>[0]) => afterReport(current, reported, clock.now());
  const operation = await changeOperation(uuidIn(stablecoinOperationId), report, context);
  if (!operation) throw operationNotFound();
  return toOperation(operation, caller.environment);
};
