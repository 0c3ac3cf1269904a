// The definition of the stablecoins service.
import {
  StablecoinProviderAccountService,
  StablecoinProviderReportService,
} from '../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import { defineService, serve } from '../kit/service/service.ts';
import { needs } from './context.ts';
import { handleCheckCredentials } from './jobs/check-credentials.ts';
import { handleSandboxReport } from './jobs/sandbox-report.ts';
import { getStablecoinProviderAccount } from './methods/get-stablecoin-provider-account.ts';
import { linkStablecoinProviderAccount } from './methods/link-stablecoin-provider-account.ts';
import { listStablecoinProviderAccounts } from './methods/list-stablecoin-provider-accounts.ts';
import { reportStablecoinProviderAccount } from './methods/report-stablecoin-provider-account.ts';
import { stablecoinsTables } from './migrations/0001-stablecoins.ts';
import { sealedCredentials } from './store/provider-accounts.ts';
import { ProviderAccountRecord } from './store/records.ts';
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
    serve(StablecoinProviderReportService, { reportStablecoinProviderAccount }),
  ],
  migrations: [stablecoinsTables],
  entities: [ProviderAccountRecord],
  jobs: { 'sandbox-report': handleSandboxReport },
  waitingJobs: { 'check-credentials': handleCheckCredentials },
  sealed: [sealedCredentials],
  open: ({ database, secrets, settings }) => ({
    store: openStablecoinsStore(database, secrets),
    isProviderConnected: settings.serviceUrls?.has('stablecoin_providers') ?? false,
    sandboxTimeScale: settings.sandboxTimeScale,
  }),
});
