// The definition of the transfers service: quotes, transactions, exchange rates, and sandbox money.
import { ActivityService } from '../../gen/payments/transfers/v1/activity_pb.ts';
import { AgentPaymentService } from '../../gen/payments/transfers/v1/agent_payment_pb.ts';
import { PaymentApprovalService } from '../../gen/payments/transfers/v1/approval_pb.ts';
import { ExchangeRateService, MidRateService } from '../../gen/payments/transfers/v1/exchange_rate_pb.ts';
import { LookupService } from '../../gen/payments/transfers/v1/lookup_pb.ts';
import { PayoutReportService } from '../../gen/payments/transfers/v1/payout_report_pb.ts';
import { AuthorizeQuoteRequestSchema, CreateQuoteRequestSchema, QuoteService } from '../../gen/payments/transfers/v1/quote_pb.ts';
import { RailEntryService } from '../../gen/payments/transfers/v1/rail_entry_pb.ts';
import { RailReportService } from '../../gen/payments/transfers/v1/rail_report_pb.ts';
import { SandboxService } from '../../gen/payments/transfers/v1/sandbox_pb.ts';
import { ServiceFeeService } from '../../gen/payments/transfers/v1/service_fee_pb.ts';
import { SuspendedRefundService } from '../../gen/payments/transfers/v1/suspended_refund_pb.ts';
import { ListTransactionsRequestSchema, TransactionService } from '../../gen/payments/transfers/v1/transaction_pb.ts';
import { TransferService } from '../../gen/payments/transfers/v1/transfer_pb.ts';
import { ReceiveUmaPaymentRequestSchema, UmaSandboxService } from '../../gen/payments/transfers/v1/uma_sandbox_pb.ts';
import { VolumeLimitService } from '../../gen/payments/transfers/v1/volume_limit_pb.ts';
import { EstimateWithdrawalFeeRequestSchema, WithdrawalFeeService } from '../../gen/payments/transfers/v1/withdrawal_fee_pb.ts';
import { deliverEvents } from '../kit/background/deliver-events.ts';
import { RecentMap } from '../kit/core/recent-map.ts';
import { check } from '../kit/messages/check.ts';
import { checkScaProof } from '../kit/messages/sca-proof.ts';
import { defaultSandboxUmaHost } from '../kit/process/config.ts';
import { type Background, defineService, type Kit, serve } from '../kit/service/service.ts';
import { openStore } from '../kit/storage/store.ts';
import { checkCreateQuote } from './checks/quote.ts';
import { checkListTransactions } from './checks/transactions.ts';
import { checkReceiveUma } from './checks/uma-payment.ts';
import { checkEstimate } from './checks/withdrawal-fee.ts';
import { needs, type TransfersContext, type TransfersParts } from './context.ts';
import { auditPayments } from './jobs/audit-payments.ts';
import { auditStrays } from './jobs/audit-strays.ts';
import { handleCancel } from './jobs/cancel.ts';
import { handleCarryOut, handleFollowUp } from './jobs/carry-out.ts';
import { handleCredit } from './jobs/credit.ts';
import { handleDebit } from './jobs/debit.ts';
import { handleDeposit } from './jobs/deposit.ts';
import { handleDisableInvoice } from './jobs/disable-invoice.ts';
import { expireQuotes, lapses } from './jobs/expire.ts';
import { foldCounts } from './jobs/fold-counts.ts';
import { lapseAuthorization } from './jobs/lapse-authorization.ts';
import { handlePullReturn } from './jobs/pull-return.ts';
import { handleReleaseRefund } from './jobs/release-refund.ts';
import { removeExpired } from './jobs/remove-expired.ts';
import { reportFailure } from './jobs/report-failure.ts';
import { handleSendBack } from './jobs/send-back.ts';
import { handleUmaAsk, handleUmaDeadline, handleUmaSettle } from './jobs/uma.ts';
import { measures } from './measures.ts';
import { approvePayment } from './methods/approve-payment.ts';
import { authorizeQuote } from './methods/authorize-quote.ts';
import { cancelTransaction } from './methods/cancel-transaction.ts';
import { clearServiceFee } from './methods/clear-service-fee.ts';
import { confirmReceiptDelivery } from './methods/confirm-receipt-delivery.ts';
import { createQuote } from './methods/create-quote.ts';
import { createTransferIn } from './methods/create-transfer-in.ts';
import { createTransferOut } from './methods/create-transfer-out.ts';
import { debitInternalAccount } from './methods/debit-internal-account.ts';
import { endAgentPayment } from './methods/end-agent-payment.ts';
import { estimateWithdrawalFee } from './methods/estimate-withdrawal-fee.ts';
import { executeAgentPayment } from './methods/execute-agent-payment.ts';
import { executeQuote } from './methods/execute-quote.ts';
import { findAgentQuote } from './methods/find-agent-quote.ts';
import { forwardEvents } from './methods/forward-events.ts';
import { fundInternalAccount } from './methods/fund-internal-account.ts';
import { getQuote } from './methods/get-quote.ts';
import { getTransaction } from './methods/get-transaction.ts';
import { listActivities } from './methods/list-activities.ts';
import { listExchangeRates } from './methods/list-exchange-rates.ts';
import { listMidRates } from './methods/list-mid-rates.ts';
import { listRailEntries } from './methods/list-rail-entries.ts';
import { listServiceFees } from './methods/list-service-fees.ts';
import { listSuspendedRefunds } from './methods/list-suspended-refunds.ts';
import { listTransactions } from './methods/list-transactions.ts';
import { listVolumeLimits } from './methods/list-volume-limits.ts';
import { lookupExternalAccount } from './methods/lookup-external-account.ts';
import { lookupUma } from './methods/lookup-uma.ts';
import { receiveUmaPayment } from './methods/receive-uma-payment.ts';
import { rejectPayment } from './methods/reject-payment.ts';
import { releaseSuspendedRefund } from './methods/release-suspended-refund.ts';
import { reportAccountDebit } from './methods/report-account-debit.ts';
import { reportAccountDeposit } from './methods/report-account-deposit.ts';
import { reportDeposit } from './methods/report-deposit.ts';
import { reportPayouts } from './methods/report-payouts.ts';
import { reportProgress } from './methods/report-progress.ts';
import { reportReturnedPull } from './methods/report-returned-pull.ts';
import { requestApproval } from './methods/request-approval.ts';
import { resendQuoteScaCode } from './methods/resend-quote-sca-code.ts';
import { sendSandboxFunds } from './methods/send-sandbox-funds.ts';
import { setServiceFee } from './methods/set-service-fee.ts';
import { setVolumeLimit } from './methods/set-volume-limit.ts';
import { showAgentPayments } from './methods/show-agent-payments.ts';
import { transfersTables } from './migrations/0001-transfers.ts';
import { outside } from './outside.ts';
import { sandboxRail } from './rails/sandbox-rail.ts';
import { tracedRail } from './rails/traced-rail.ts';
import { ActivityLog } from './steps/shared/activity-log.ts';
import { notedJobs } from './steps/shared/noted-work.ts';
import { personalRecords } from './steps/shared/personal-records.ts';
import { otherTables } from './store/records.ts';
import { retention } from './store/retention.ts';
import { transfersRows } from './store/store.ts';
import { sealedPersonal } from './store/transaction-personal.ts';
import { TransactionRecord } from './store/transaction-record.ts';
import { sandboxUma } from './uma/sandbox-network.ts';

export const transfers = defineService({
  name: 'transfers',
  needs,
  serves: [
    serve(QuoteService, { createQuote, getQuote, executeQuote, authorizeQuote, resendQuoteScaCode }),
    serve(TransactionService, { listTransactions, getTransaction, cancelTransaction }),
    serve(ExchangeRateService, { listExchangeRates }),
    serve(MidRateService, { listMidRates }),
    serve(LookupService, { lookupUma, lookupExternalAccount }),
    serve(WithdrawalFeeService, { estimateWithdrawalFee }),
    serve(SandboxService, { fundInternalAccount, debitInternalAccount, sendSandboxFunds }),
    serve(UmaSandboxService, { receiveUmaPayment }),
    serve(PaymentApprovalService, { approvePayment, rejectPayment, confirmReceiptDelivery }),
    serve(RailReportService, { reportDeposit, reportAccountDeposit, reportAccountDebit, reportReturnedPull, reportProgress }),
    serve(PayoutReportService, { reportPayouts }),
    serve(RailEntryService, { listRailEntries }),
    serve(VolumeLimitService, { setVolumeLimit, listVolumeLimits }),
    serve(SuspendedRefundService, { listSuspendedRefunds, releaseSuspendedRefund }),
    serve(ServiceFeeService, { setServiceFee, clearServiceFee, listServiceFees }),
    serve(AgentPaymentService, {
      findAgentQuote,
      requestApproval,
      executeAgentPayment,
      endAgentPayment,
      showAgentPayments,
      forwardEvents,
    }),
    serve(TransferService, { createTransferIn, createTransferOut }),
    serve(ActivityService, { listActivities }),
  ],
  reset: { keeps: ['service_fee', 'volume_limit', 'audit_subject_mark'] },
  copy: {
    leaves: {
      audit_finding: 'the audit checks the copy itself',
      stray_subject: 'the audit checks the copy itself',
      activity: 'what was done for the original',
    },
  },
  migrations: [transfersTables],
  placements: {
    audit_mark: { rows: 'one for each walk of the audit' },
    audit_subject_mark: { rows: 'one' },
    rate_snapshot: { rows: 'one for each five minutes of a week: platforms of an environment share the rates of its source' },
  },
  tables: [TransactionRecord, ...otherTables],
  checks: [
    check(ListTransactionsRequestSchema, checkListTransactions),
    check(EstimateWithdrawalFeeRequestSchema, checkEstimate),
    check(CreateQuoteRequestSchema, checkCreateQuote),
    check(ReceiveUmaPaymentRequestSchema, checkReceiveUma),
    check(AuthorizeQuoteRequestSchema, checkScaProof),
  ],
  jobs: notedJobs({
    'carry-out': handleCarryOut,
    'follow-up': handleFollowUp,
    credit: handleCredit,
    deposit: handleDeposit,
    debit: handleDebit,
    'pull-return': handlePullReturn,
    'send-back': handleSendBack,
    'release-refund': handleReleaseRefund,
    'uma-deadline': handleUmaDeadline,
    'uma-settle': handleUmaSettle,
    cancel: handleCancel,
    'disable-invoice': handleDisableInvoice,
    'lapse-authorization': lapseAuthorization,
    'report-failure': reportFailure,
  }),
  waitingJobs: notedJobs({ 'uma-ask': handleUmaAsk }),
  sweeps: [
    { name: 'expire quotes', everyMs: 2_000, run: async (context) => void (await expireQuotes(context)) },
    { name: 'fold counts of transactions', everyMs: 1_000, run: foldCounts },
    { name: 'remove old expired quotes', everyMs: 600_000, run: removeExpired },
  ],
  sealed: [sealedPersonal],
  retention,
  personalRecords,
  outside,
  deadlines: lapses,
  auditEveryMs: 60_000,
  audit: async (context, rest) => [...(await auditPayments(context, rest)), ...(await auditStrays(context, rest))],
  measures,
  open: openParts,
  relay: deliverEvents,
  background: ({ activities }: TransfersContext) => activities?.start() ?? nothing,
});

const nothing: Background = { runDue: async () => {}, done: () => 0, stop: async () => {} };

function openParts({ database, secrets, settings, wall, log }: Kit): TransfersParts {
  const store = openStore(database, transfersRows(secrets));
  const uma = sandboxUma({ host: settings.sandboxUmaHost ?? defaultSandboxUmaHost, timeScale: settings.sandboxTimeScale });
  const defaultUmaDomain = new URL(settings.publicUrl).hostname;
  return {
    store,
    secrets,
    wall,
    uma,
    defaultUmaDomain,
    activities: settings.hasRequestLog ? new ActivityLog({ store, wall, log }) : undefined,
    rateCache: new RecentMap(ratesKept),
    keptDays: settings.keptDays,
    ...connectedParts(settings),
  };
}

/** RPCs of the operator's own processes, and their sandbox counterparts. */
function connectedParts({ sandboxTimeScale, serviceUrls }: Kit['settings']) {
  return {
    sandboxRail: tracedRail(sandboxRail(sandboxTimeScale)),
    isRailConnected: serviceUrls?.has('rails') ?? false,
    isRateSourceConnected: serviceUrls?.has('rates') ?? false,
  };
}

/** Snapshots of rates. Platforms' clocks differ, so each may be in different five minutes. */
const ratesKept = 100;
