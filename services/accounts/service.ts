// The definition of the accounts service: internal accounts, external accounts, and the ledger.
import { AccountDirectoryService } from '../../gen/payments/accounts/v1/account_directory_pb.ts';
import { CollectionService } from '../../gen/payments/accounts/v1/collection_pb.ts';
import { DiscoveryService, VaspService } from '../../gen/payments/accounts/v1/directory_pb.ts';
import {
  CreateExternalAccountRequestSchema,
  ExternalAccountService,
} from '../../gen/payments/accounts/v1/external_account_pb.ts';
import { InternalAccountService } from '../../gen/payments/accounts/v1/internal_account_pb.ts';
import { LedgerService } from '../../gen/payments/accounts/v1/ledger_pb.ts';
import { OwnershipService } from '../../gen/payments/accounts/v1/ownership_pb.ts';
import {
  CreatePlatformExternalAccountRequestSchema,
  PlatformExternalAccountService,
} from '../../gen/payments/accounts/v1/platform_external_account_pb.ts';
import { ReportService } from '../../gen/payments/accounts/v1/report_pb.ts';
import { SandboxLedgerService } from '../../gen/payments/accounts/v1/sandbox_ledger_pb.ts';
import { BeneficiaryTrustService, ConfirmBeneficiaryTrustRequestSchema } from '../../gen/payments/accounts/v1/trust_pb.ts';
import {
  ExportInternalAccountRequestSchema,
  UpdateInternalAccountRequestSchema,
  WalletService,
} from '../../gen/payments/accounts/v1/wallet_pb.ts';
import { WorldPostingService } from '../../gen/payments/accounts/v1/world_posting_pb.ts';
import { deliverEvents } from '../kit/background/deliver-events.ts';
import { check } from '../kit/messages/check.ts';
import { checkScaProof } from '../kit/messages/sca-proof.ts';
import { defineService, serve } from '../kit/service/service.ts';
import { checkCreateExternalAccount, checkCreatePlatformExternalAccount } from './checks/external-account.ts';
import { checkExportInternalAccount, checkUpdateInternalAccount } from './checks/wallet.ts';
import { needs } from './context.ts';
import { auditBooks } from './jobs/audit-books.ts';
import { endLivenessCheck } from './jobs/end-liveness-check.ts';
import { handleIssueCoordinates, issueMissingCoordinates } from './jobs/issue-coordinates.ts';
import { makeFirstCredential } from './jobs/make-first-credential.ts';
import { screenExternalAccount } from './jobs/screen-external-account.ts';
import { audit } from './methods/audit.ts';
import { bootstrapWallet } from './methods/bootstrap-wallet.ts';
import { changeExternalAccountStatus } from './methods/change-external-account-status.ts';
import { changeInternalAccountStatus } from './methods/change-internal-account-status.ts';
import { closeCustomerAccounts } from './methods/close-customer-accounts.ts';
import { confirmBeneficiaryTrust } from './methods/confirm-beneficiary-trust.ts';
import { confirmBeneficiaryUntrust } from './methods/confirm-beneficiary-untrust.ts';
import { createExternalAccount } from './methods/create-external-account.ts';
import { createExternalAccountOwnershipChallenge } from './methods/create-external-account-ownership-challenge.ts';
import { createPlatformExternalAccount } from './methods/create-platform-external-account.ts';
import { createPlatformExternalAccountOwnershipChallenge } from './methods/create-platform-external-account-ownership-challenge.ts';
import { deleteExternalAccount } from './methods/delete-external-account.ts';
import { deletePlatformExternalAccount } from './methods/delete-platform-external-account.ts';
import { exportInternalAccount } from './methods/export-internal-account.ts';
import { getAccounts } from './methods/get-accounts.ts';
import { getDiscoveries } from './methods/get-discoveries.ts';
import { getExternalAccount } from './methods/get-external-account.ts';
import { getPlatformExternalAccount } from './methods/get-platform-external-account.ts';
import { getUmaDepositAccount } from './methods/get-uma-deposit-account.ts';
import { listCustomerInternalAccounts } from './methods/list-customer-internal-accounts.ts';
import { listExternalAccountHistory } from './methods/list-external-account-history.ts';
import { listExternalAccounts } from './methods/list-external-accounts.ts';
import { listInternalAccountsOf } from './methods/list-internal-accounts-of.ts';
import { listJournals } from './methods/list-journals.ts';
import { listLedgerAccounts } from './methods/list-ledger-accounts.ts';
import { listLedgerJournals } from './methods/list-ledger-journals.ts';
import { listPlatformExternalAccounts } from './methods/list-platform-external-accounts.ts';
import { listPlatformInternalAccounts } from './methods/list-platform-internal-accounts.ts';
import { listSubjects } from './methods/list-subjects.ts';
import { listVasps } from './methods/list-vasps.ts';
import { listWorldPostings } from './methods/list-world-postings.ts';
import { makePaymentInstructions } from './methods/make-payment-instructions.ts';
import { openCustomerAccounts } from './methods/open-customer-accounts.ts';
import { openPlatformAccounts } from './methods/open-platform-accounts.ts';
import { post } from './methods/post.ts';
import { postMany } from './methods/post-many.ts';
import { reportBalances } from './methods/report-balances.ts';
import { reportJournals } from './methods/report-journals.ts';
import { reportStatement } from './methods/report-statement.ts';
import { setCounterpartyRules } from './methods/set-counterparty-rules.ts';
import { startBeneficiaryTrust } from './methods/start-beneficiary-trust.ts';
import { startBeneficiaryUntrust } from './methods/start-beneficiary-untrust.ts';
import { sumSubjects } from './methods/sum-subjects.ts';
import { updateInternalAccount } from './methods/update-internal-account.ts';
import { verifyExternalAccountOwnership } from './methods/verify-external-account-ownership.ts';
import { verifyPlatformExternalAccountOwnership } from './methods/verify-platform-external-account-ownership.ts';
import { voidStep } from './methods/void-step.ts';
import { accountsTables } from './migrations/0001-accounts.ts';
import { personalRecords } from './steps/personal-records.ts';
import { accountTables } from './store/account-records.ts';
import { externalAccountTables } from './store/external-account-records.ts';
import { sealedExternalAccounts } from './store/external-account-row.ts';
import { openLedger } from './store/ledger.ts';
import { ledgerTables } from './store/ledger-records.ts';
import { sealedChallenges } from './store/ownership-challenges.ts';
import { reset } from './store/reset.ts';
import { openAccountsStore } from './store/store.ts';
import { sealedMnemonics } from './store/wallets.ts';
import { openWatchList } from './watch-list.ts';

export const accounts = defineService({
  name: 'accounts',
  needs,
  serves: [
    serve(InternalAccountService, { listCustomerInternalAccounts, listPlatformInternalAccounts }),
    serve(WalletService, { updateInternalAccount, exportInternalAccount }),
    serve(ExternalAccountService, { createExternalAccount, listExternalAccounts, getExternalAccount, deleteExternalAccount }),
    serve(PlatformExternalAccountService, {
      createPlatformExternalAccount,
      listPlatformExternalAccounts,
      getPlatformExternalAccount,
      deletePlatformExternalAccount,
    }),
    serve(OwnershipService, {
      createExternalAccountOwnershipChallenge,
      verifyExternalAccountOwnership,
      createPlatformExternalAccountOwnershipChallenge,
      verifyPlatformExternalAccountOwnership,
    }),
    serve(BeneficiaryTrustService, {
      startBeneficiaryTrust,
      confirmBeneficiaryTrust,
      startBeneficiaryUntrust,
      confirmBeneficiaryUntrust,
    }),
    serve(DiscoveryService, { getDiscoveries }),
    serve(VaspService, { listVasps }),
    serve(ReportService, { reportJournals, reportBalances, reportStatement }),
    serve(SandboxLedgerService, { listLedgerJournals, listLedgerAccounts }),
    serve(WorldPostingService, { listWorldPostings }),
    serve(LedgerService, { post, postMany, voidStep, listJournals, sumSubjects, listSubjects, audit }),
    serve(CollectionService, { makePaymentInstructions }),
    serve(AccountDirectoryService, {
      openCustomerAccounts,
      openPlatformAccounts,
      bootstrapWallet,
      closeCustomerAccounts,
      changeInternalAccountStatus,
      changeExternalAccountStatus,
      setCounterpartyRules,
      listExternalAccountHistory,
      getAccounts,
      getUmaDepositAccount,
      listInternalAccountsOf,
    }),
  ],
  migrations: [accountsTables],
  placements: {
    audit_generation: { rows: 'one for each reading of all journals, two at most' },
    audit_mark: { rows: 'one for each round of the audit' },
  },
  tables: [...accountTables, ...externalAccountTables, ...ledgerTables],
  checks: [
    check(CreateExternalAccountRequestSchema, checkCreateExternalAccount),
    check(CreatePlatformExternalAccountRequestSchema, checkCreatePlatformExternalAccount),
    check(UpdateInternalAccountRequestSchema, checkUpdateInternalAccount),
    check(ExportInternalAccountRequestSchema, checkExportInternalAccount),
    check(ConfirmBeneficiaryTrustRequestSchema, checkScaProof),
  ],
  jobs: {
    'screen-external-account': screenExternalAccount,
    'end-liveness-check': endLivenessCheck,
    'make-first-credential': makeFirstCredential,
  },
  waitingJobs: { 'issue-coordinates': handleIssueCoordinates },
  sweeps: [{ name: 'ask for coordinates', everyMs: 60_000, run: issueMissingCoordinates }],
  sealed: [sealedMnemonics, ...sealedExternalAccounts, sealedChallenges],
  personalRecords,
  reset,
  copy: { leaves: { audited_sum: 'the audit sums the journals of the copy', audit_finding: 'the audit checks the copy itself' } },
  open: ({ database, secrets, ids, wall, settings: { mode, serviceUrls, watchListFile } }) => ({
    store: openAccountsStore(database, secrets),
    ledger: openLedger({ database, ids }),
    wall,
    mode,
    isRailConnected: serviceUrls?.has('rails') ?? false,
    watchList: openWatchList(watchListFile),
  }),
  relay: deliverEvents,
  audit: auditBooks,
  auditEveryMs: 60_000,
});
