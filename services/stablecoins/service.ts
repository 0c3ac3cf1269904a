// The definition of the stablecoins service.
import {
  CreateStablecoinBurnRequestSchema,
  CreateStablecoinMintRequestSchema,
} from '../../gen/payments/stablecoins/v1/operation_requests_pb.ts';
import { StablecoinProviderAccountService } from '../../gen/payments/stablecoins/v1/provider_account_pb.ts';
import { StablecoinOperationService } from '../../gen/payments/stablecoins/v1/stablecoin_operation_pb.ts';
import { StablecoinService } from '../../gen/payments/stablecoins/v1/stablecoin_pb.ts';
import { StablecoinReportService } from '../../gen/payments/stablecoins/v1/stablecoin_report_pb.ts';
import { check } from '../kit/messages/check.ts';
import { defineService, serve } from '../kit/service/service.ts';
import { checkAmount } from './checks/operation-amount.ts';
import { needs } from './context.ts';
import { auditOperations } from './jobs/audit-operations.ts';
import { bookOperation } from './jobs/book-operation.ts';
import { handleCheckCredentials } from './jobs/check-credentials.ts';
import { followOperation } from './jobs/follow-operation.ts';
import { publishCurrency } from './jobs/publish-currency.ts';
import { resolveOperation } from './jobs/resolve-operation.ts';
import { handleSandboxIssuance } from './jobs/sandbox-issuance.ts';
import { handleSandboxReport } from './jobs/sandbox-report.ts';
import { createStablecoinBurn } from './methods/create-stablecoin-burn.ts';
import { createStablecoinMint } from './methods/create-stablecoin-mint.ts';
import { getStablecoin } from './methods/get-stablecoin.ts';
import { getStablecoinOperation } from './methods/get-stablecoin-operation.ts';
import { getStablecoinProviderAccount } from './methods/get-stablecoin-provider-account.ts';
import { linkStablecoinProviderAccount } from './methods/link-stablecoin-provider-account.ts';
import { listStablecoinOperations } from './methods/list-stablecoin-operations.ts';
import { listStablecoinProviderAccounts } from './methods/list-stablecoin-provider-accounts.ts';
import { listStablecoins } from './methods/list-stablecoins.ts';
import { registerStablecoin } from './methods/register-stablecoin.ts';
import { reportIssuance } from './methods/report-issuance.ts';
import { reportOperation } from './methods/report-operation.ts';
import { reportStablecoinProviderAccount } from './methods/report-stablecoin-provider-account.ts';
import { setServiceOperationsStatus } from './methods/set-service-operations-status.ts';
import { stablecoinsTables } from './migrations/0001-stablecoins.ts';
import { outside } from './outside.ts';
import { copy } from './store/copy.ts';
import { sealedDescriptions } from './store/operations.ts';
import { sealedCredentials } from './store/provider-accounts.ts';
import {
  AuditFindingRecord,
  AuditMarkRecord,
  NetworkTokenRecord,
  OperationRecord,
  OperationWindowRecord,
  ProviderAccountRecord,
  StablecoinRecord,
} from './store/records.ts';
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
    serve(StablecoinOperationService, {
      createStablecoinMint,
      createStablecoinBurn,
      listStablecoinOperations,
      getStablecoinOperation,
    }),
    serve(StablecoinReportService, {
      reportStablecoinProviderAccount,
      reportIssuance,
      reportOperation,
      setServiceOperationsStatus,
    }),
  ],
  reset: { keeps: ['audit_mark'] },
  copy,
  migrations: [stablecoinsTables],
  placements: {
    network_token: { column: 'token', of: 'network tokens, each of one platform of an environment' },
    audit_mark: { rows: 'one for each walk of the audit' },
  },
  entities: [ProviderAccountRecord, StablecoinRecord, NetworkTokenRecord, OperationRecord],
  tables: [OperationWindowRecord, AuditMarkRecord, AuditFindingRecord],
  checks: [check(CreateStablecoinMintRequestSchema, checkAmount), check(CreateStablecoinBurnRequestSchema, checkAmount)],
  jobs: {
    'sandbox-report': handleSandboxReport,
    'sandbox-issuance': handleSandboxIssuance,
    'book-operation': bookOperation,
    'publish-currency': publishCurrency,
  },
  waitingJobs: {
    'check-credentials': handleCheckCredentials,
    'resolve-operation': resolveOperation,
    'follow-operation': followOperation,
  },
  sealed: [sealedCredentials, sealedDescriptions],
  outside,
  auditEveryMs: 60_000,
  audit: auditOperations,
  open: ({ database, secrets, settings, wall }) => ({
    wall,
    store: openStablecoinsStore(database, secrets),
    sandboxTimeScale: settings.sandboxTimeScale,
  }),
});
