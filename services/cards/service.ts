// The definition of the cards service.
import { CardDirectoryService } from '../../gen/payments/cards/v1/card_directory_pb.ts';
import { CardService, UpdateCardRequestSchema } from '../../gen/payments/cards/v1/card_pb.ts';
import {
  CardReportService,
  DecideCardPaymentRequestSchema,
  ReportCardEventRequestSchema,
} from '../../gen/payments/cards/v1/card_report_pb.ts';
import { CardRevealService } from '../../gen/payments/cards/v1/card_reveal_pb.ts';
import { CardTransactionDirectoryService } from '../../gen/payments/cards/v1/card_transaction_directory_pb.ts';
import {
  SandboxCardAuthorizationRequestSchema,
  SandboxCardBalanceInquiryRequestSchema,
  SandboxCardService,
} from '../../gen/payments/cards/v1/sandbox_card_pb.ts';
import { deliverEvents } from '../kit/background/deliver-events.ts';
import { check } from '../kit/messages/check.ts';
import { defineService, type Kit, serve } from '../kit/service/service.ts';
import { openStore } from '../kit/storage/store.ts';
import { checkDecideCardPayment } from './checks/decide-card-payment.ts';
import { checkReportCardEvent } from './checks/report-card-event.ts';
import { checkMerchant } from './checks/simulated-merchant.ts';
import { checkUpdateCard } from './checks/update-card.ts';
import { type CardsParts, needs } from './context.ts';
import { sandboxIssuer } from './issuer/sandbox-issuer.ts';
import { auditPayments } from './jobs/audit-payments.ts';
import { awaitCardEvent } from './jobs/await-card-event.ts';
import { continueDue, expiries } from './jobs/due-payments.ts';
import { handleCarryOut, handleClosing, handleEndOfPull, handleExpiry, handleMessage } from './jobs/payments.ts';
import { provisionCard } from './jobs/provision-card.ts';
import { reportCard } from './jobs/report-card.ts';
import { settleNetwork } from './jobs/settle-network.ts';
import { closeCard } from './methods/close-card.ts';
import { closeCustomerCards } from './methods/close-customer-cards.ts';
import { createCard } from './methods/create-card.ts';
import { decideCardPayment } from './methods/decide-card-payment.ts';
import { findCardSubjects } from './methods/find-card-subjects.ts';
import { getCard } from './methods/get-card.ts';
import { getCardTransaction } from './methods/get-card-transaction.ts';
import { listCardReceivables } from './methods/list-card-receivables.ts';
import { listCardTransactions } from './methods/list-card-transactions.ts';
import { listCards } from './methods/list-cards.ts';
import { openCardReveal } from './methods/open-card-reveal.ts';
import { reportCardEvent } from './methods/report-card-event.ts';
import { reportNetworkSettlement } from './methods/report-network-settlement.ts';
import { retryCardPayment, writeOffCardPayment } from './methods/resolve-card-payment.ts';
import { revealCard } from './methods/reveal-card.ts';
import * as openingSimulations from './methods/simulate-authorizations.ts';
import * as eventSimulations from './methods/simulate-events.ts';
import { updateCard } from './methods/update-card.ts';
import { cardTables } from './migrations/0001-cards.ts';
import { cardTransactionTables } from './migrations/0002-card-transactions.ts';
import { outside } from './outside.ts';
import { personalRecords } from './steps/personal-records.ts';
import {
  AuditFindingRecord,
  AuditMarkRecord,
  CardReportRecord,
  CardSettlementRecord,
  OpeningRecord,
  PaymentRecord,
} from './store/payment-records.ts';
import { CardRecord, CardRevealRecord } from './store/records.ts';
import { retention } from './store/retention.ts';
import { cardsRows } from './store/store.ts';

export const cards = defineService({
  name: 'cards',
  needs,
  serves: [
    serve(CardService, { createCard, listCards, getCard, updateCard, revealCard }),
    serve(CardDirectoryService, { closeCard, closeCustomerCards, listCardReceivables, retryCardPayment, writeOffCardPayment }),
    serve(CardTransactionDirectoryService, { getCardTransaction, listCardTransactions, findCardSubjects }),
    serve(CardReportService, { decideCardPayment, reportCardEvent, reportNetworkSettlement }),
    serve(CardRevealService, { openCardReveal }),
    serve(SandboxCardService, { ...openingSimulations, ...eventSimulations }),
  ],
  reset: { keeps: ['audit_mark'] },
  copy: {
    leaves: { audit_finding: 'the audit checks the copy itself' },
    complete: async ({ db }) => db.notify('restored'),
  },
  migrations: [cardTables, cardTransactionTables],
  placements: { audit_mark: { rows: 'one for each walk of the audit' } },
  entities: [CardRecord],
  tables: [
    PaymentRecord,
    OpeningRecord,
    CardReportRecord,
    CardSettlementRecord,
    AuditMarkRecord,
    AuditFindingRecord,
    CardRevealRecord,
  ],
  checks: [
    check(UpdateCardRequestSchema, checkUpdateCard),
    check(DecideCardPaymentRequestSchema, checkDecideCardPayment),
    check(ReportCardEventRequestSchema, checkReportCardEvent),
    check(SandboxCardAuthorizationRequestSchema, checkMerchant),
    check(SandboxCardBalanceInquiryRequestSchema, checkMerchant),
  ],
  jobs: {
    'provision-card': provisionCard,
    'report-card': reportCard,
    'receive-message': handleMessage,
    'carry-out': handleCarryOut,
    'settle-network': settleNetwork,
    'end-pull': handleEndOfPull,
    'expire-payment': handleExpiry,
    'close-payments': handleClosing,
    'await-card-event': awaitCardEvent,
  },
  sweeps: [{ name: 'continue due payments', everyMs: 2_000, run: async (context) => void (await continueDue(context)) }],
  deadlines: expiries,
  personalRecords,
  outside,
  retention,
  auditEveryMs: 60_000,
  audit: auditPayments,
  relay: deliverEvents,
  open: openParts,
});

function openParts({ database, secrets, settings, wall, log }: Kit): CardsParts {
  const { sandboxTimeScale, publicUrl } = settings;
  const store = openStore(database, cardsRows(secrets));
  database
    .listen('restored', store.cards.forgetRecent)
    .catch((error: unknown) => log.error({ err: error }, 'Listening for restored platforms failed.'));
  return {
    store,
    wall,
    sandboxTimeScale,
    sandboxIssuer: sandboxIssuer({ timeScale: sandboxTimeScale, publicUrl }),
  };
}
