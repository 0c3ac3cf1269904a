// ReportStablecoinProviderAccount: operator or provider end the use of a link.
import { StablecoinProviderAccountStatus } from '../../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import { type StablecoinReportService } from '../../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import type { StablecoinsMethod } from '../context.ts';
import { toProviderAccount } from '../convert.ts';
import { accountIdIn, accountNotFound, moveAccount } from '../steps/provider-account.ts';

type Report = StablecoinsMethod<typeof StablecoinReportService.method.reportStablecoinProviderAccount>;

export const reportStablecoinProviderAccount: Report = async ({ stablecoinProviderAccountId, status }, context) => {
  const event = status === StablecoinProviderAccountStatus.REVOKED ? 'withdrawn' : 'refused';
  const account = await moveAccount(accountIdIn(stablecoinProviderAccountId), event, context);
  if (!account) throw accountNotFound();
  return toProviderAccount(account, context.caller.environment);
};
