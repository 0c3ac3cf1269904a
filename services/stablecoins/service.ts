// The definition of the stablecoins service.
import { StablecoinProviderAccountService } from '../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import { StablecoinService } from '../../gen/payments/stablecoins/v1/stablecoin_pb.ts';
import { StablecoinReportService } from '../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { defineService, serve } from '../kit/service/service.ts';
import { needs } from './context.ts';
import { handleCheckCredentials } from './jobs/check-credentials.ts';
import { handleSandboxIssuance } from './jobs/sandbox-issuance.ts';
import { handleSandboxReport } from './jobs/sandbox-report.ts';
import { getStablecoin } from './methods/get-stablecoin.ts';
import { getStablecoinProviderAccount } from './methods/get-stablecoin-provider-account.ts';
import { linkStablecoinProviderAccount } from './methods/link-stablecoin-provider-account.ts';
import { listStablecoinProviderAccounts } from './methods/list-stablecoin-provider-accounts.ts';
import { listStablecoins } from './methods/list-stablecoins.ts';
import { registerStablecoin } from './methods/register-stablecoin.ts';
import { reportIssuance } from './methods/report-issuance.ts';
import { reportStablecoinProviderAccount } from './methods/report-stablecoin-provider-account.ts';
import { setServiceOperationsStatus } from './methods/set-service-operations-status.ts';
import { stablecoinsTables } from './migrations/0001-stablecoins.ts';
import { sealedCredentials } from './store/provider-accounts.ts';
import { NetworkTokenRecord, ProviderAccountRecord, StablecoinRecord } from './store/records.ts';
import { openStablecoinsStore } from './store/store.ts';

export const stablecoins = defineService({
  name: 'stablecoins',
  needs,
  serves: [
    serve(StablecoinProviderAccountService, {
      linkStablecoinProviderAccount,
      listStablecoinProviderAccounts,
      getStablecoinProviderAccount,
    }),
    serve(StablecoinService, { registerStablecoin, listStablecoins, getStablecoin }),
    serve(StablecoinReportService, {
      reportStablecoinProviderAccount,
      reportIssuance,
      setServiceOperationsStatus,
    }),
  ],
  migrations: [stablecoinsTables],
  entities: [ProviderAccountRecord, StablecoinRecord, NetworkTokenRecord],
  jobs: { 'sandbox-report': handleSandboxReport, 'sandbox-issuance': handleSandboxIssuance },
  waitingJobs: { 'check-credentials': handleCheckCredentials },
  sealed: [sealedCredentials],
  open: ({ database, secrets, settings, wall }) => ({
    wall,
    store: openStablecoinsStore(database, secrets),
    isProviderConnected: settings.serviceUrls?.has('stablecoin_providers') ?? false,
    sandboxTimeScale: settings.sandboxTimeScale,
  }),
});
