// The main job's payment as shown: its quote, and its final transaction.
import { expect } from 'vitest';

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const usd = { code: 'USD', name: 'United States Dollar', symbol: '$', decimals: 2 };
export const eur = { code: 'EUR', name: 'Euro', symbol: '€', decimals: 2 };
const rateDetails = {
  counterpartyMultiplier: expect.any(Number),
  counterpartyFixedFee: 0,
  serviceApiMultiplier: expect.any(Number),
  serviceApiFixedFee: 0,
  serviceApiVariableFeeRate: 0.005,
  serviceApiVariableFeeAmount: 100,
};

interface Ids {
  readonly accountId: string;
  readonly bank: string;
  readonly createdAt: string;
}

/** The quote of 200 USD for euros, without the fields that depend on its state. */
export function shownQuote({ accountId, bank, createdAt }: Ids) {
  return {
    id: expect.stringMatching(`^Quote:${uuid}$`),
    createdAt,
    expiresAt: new Date(Date.parse(createdAt) + 900_000).toISOString(),
    source: { sourceType: 'ACCOUNT', accountId },
    destination: { destinationType: 'ACCOUNT', accountId: bank, paymentRail: 'SEPA', currency: 'EUR' },
    sendingCurrency: usd,
    receivingCurrency: eur,
    totalSendingAmount: 20_000,
    totalReceivingAmount: 18_165,
    exchangeRate: 1.08695652174,
    feesIncluded: 255,
    platformFeesIncluded: 155,
    transactionId: expect.stringMatching(`^Transaction:${uuid}$`),
    rateDetails,
  };
}

interface PaymentIds extends Ids {
  readonly customerId: string;
  readonly settledAt: string;
  readonly transactionId: string;
  readonly quoteId: string;
}

/** Its final transaction. */
export function shownPayment({ accountId, bank, createdAt, customerId, settledAt, transactionId, quoteId }: PaymentIds) {
  return {
    type: 'OUTGOING',
    id: transactionId,
    status: 'COMPLETED',
    direction: 'DEBIT',
    source: { sourceType: 'ACCOUNT', accountId, currency: 'USD' },
    destination: { destinationType: 'ACCOUNT', accountId: bank, currency: 'EUR' },
    customerId,
    platformCustomerId: expect.any(String),
    createdAt,
    updatedAt: settledAt,
    settledAt,
    description: 'Invoice 7',
    sentAmount: { amount: 20_000, currency: usd },
    receivedAmount: { amount: 18_165, currency: eur },
    exchangeRate: 1.08695652174,
    fees: 255,
    platformFees: 155,
    quoteId,
    rateDetails,
    reconciliationInstructions: { reference: expect.stringMatching(/^PAY-[0-9A-HJKMNP-TV-Z]{12}$/) },
    paymentRail: 'SEPA',
    railSelectionMode: 'MANUAL',
    expectedSettlementAt: new Date(Date.parse(createdAt) + 86_400_000).toISOString(),
    settlementTimelineSeconds: 86_400,
  };
}
