// ReportIssuance: the provider's progress with the issuance of a token.
import type { StablecoinReportService } from '../../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { uuidIn } from '../../kit/core/ids.ts';
import type { StablecoinsMethod } from '../context.ts';
import { issuanceStatuses, toStablecoin } from '../convert-stablecoin.ts';
import { moveIssuance, stablecoinNotFound } from '../steps/stablecoin.ts';

type Report = StablecoinsMethod<typeof StablecoinReportService.method.reportIssuance>;

export const reportIssuance: Report = async ({ stablecoinId, status }, context) => {
  const issuanceStatus = issuanceStatuses.get(status) ?? 'PENDING_REVIEW'; // the rules accept known values only
  const stablecoin = await moveIssuance(uuidIn(stablecoinId), issuanceStatus, context);
  if (!stablecoin) throw stablecoinNotFound();
  return toStablecoin(stablecoin, context.caller.environment);
};
