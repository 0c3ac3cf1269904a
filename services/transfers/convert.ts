// Converts transactions and quotes to messages.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { PaymentInstructionsSchema } from '../../gen/payments/accounts/v1/payment_instructions_pb.ts';
import type { CurrencyAmount } from '../../gen/payments/common/v1/money_pb.ts';
import { CurrencyAmountSchema } from '../../gen/payments/common/v1/money_pb.ts';
import { PaymentRail, TransactionDirection } from '../../gen/payments/common/v1/payment_pb.ts';
import {
  type DecidedPayment,
  DecidedPaymentSchema,
  type IncomingPayment,
  IncomingPaymentSchema,
} from '../../gen/payments/transfers/v1/incoming_payment_pb.ts';
import { type Quote, QuoteSchema, QuoteStatus } from '../../gen/payments/transfers/v1/quote_pb.ts';
import { type OutgoingRateDetails, OutgoingRateDetailsSchema } from '../../gen/payments/transfers/v1/rate_details_pb.ts';
import {
  IncomingTransactionSchema,
  OutgoingTransactionSchema,
  type Transaction as TransactionMessage,
  TransactionSchema,
} from '../../gen/payments/transfers/v1/transaction_pb.ts';
import {
  IncomingTransactionFailureReason,
  OutgoingTransactionFailureReason,
  RailSelectionMode,
  type Refund,
  RefundReason,
  RefundSchema,
  RefundStatus,
  TransactionPendingReason,
  TransactionStatus,
} from '../../gen/payments/transfers/v1/transaction_status_pb.ts';
import { currencyMessage } from '../kit/core/currencies.ts';
import { publicId } from '../kit/core/ids.ts';
import { toScaChallenge } from './convert-authorization.ts';
import { toPushInstructions, toQuoteSource, toTransactionSource } from './convert-funding.ts';
import { toOnChain } from './convert-on-chain.ts';
import { toCounterparty, toUmaEnd, toUmaSource } from './convert-uma.ts';
import type { IncomingTransaction } from './domain/incoming/incoming.ts';
import type { OutgoingPayment, QuotedPayment } from './domain/payment/payment.ts';
import { printedRate } from './domain/rates/pricing.ts';
import { isOutgoing, shownAt, type Transaction } from './domain/record/transaction.ts';
import { parseDecimal, textOf } from './domain/shared/decimal.ts';
import type { ShownStatus } from './domain/shared/machine.ts';
import { type Money } from './domain/shared/money.ts';
import { isInstantRoute, type Route, routeSeconds } from './domain/shared/rails.ts';
import { refundReferenceOf } from './domain/shared/reference.ts';

/** The quote of a payment at the time `now`. */
export function toQuote(transaction: QuotedPayment, now: Date): Quote {
  const { sent, received, createdAt, expiresAt, receiver, quote } = transaction;
  const { paymentRail, currency } = quote.requested;
  return create(QuoteSchema, {
    id: publicId('Quote', transaction.quoteId),
    status: QuoteStatus[quoteStatus(shownAt(transaction, now).status)],
    createdAt: timestampFromDate(createdAt),
    expiresAt: timestampFromDate(expiresAt),
    source: toQuoteSource(transaction),
    destination: toUmaEnd(quote.uma, currency) ?? {
      kind: {
        case: 'account',
        value: {
          accountId: receiver,
          ...(paymentRail && { paymentRail: railOf(paymentRail) }),
          ...(currency !== undefined && { currency }),
        },
      },
    },
    ...toCounterparty(quote.uma?.counterparty),
    sendingCurrency: currencyMessage(sent.currency),
    receivingCurrency: currencyMessage(received.currency),
    totalSendingAmount: sent.amount,
    totalReceivingAmount: received.amount,
    exchangeRate: printedRateOf(transaction),
    feesIncluded: transaction.fees,
    platformFeesIncluded: transaction.platformFees,
    transactionId: publicId('Transaction', transaction.id),
    rateDetails: toRateDetails(transaction),
    paymentInstructions: toInstructions(transaction, now),
    ...toScaChallenge(transaction),
  });
}

function quoteStatus(status: ShownStatus): Exclude<ShownStatus, 'REJECTED'> {
  if (status !== 'REJECTED') return status;
  throw new Error('A quote has no status REJECTED.');
}

/** The payment instructions, or the text to sign while a wallet can sign it. */
function toInstructions(transaction: QuotedPayment, now: Date): MessageInitShape<typeof PaymentInstructionsSchema>[] {
  const pushed = toPushInstructions(transaction);
  if (pushed.length) return pushed;
  const { payload: payloadToSign } = transaction.quote;
  if (payloadToSign === undefined || shownAt(transaction, now).status !== 'PENDING') return [];
  return [{ accountOrWalletInfo: { info: { case: 'embeddedWallet', value: { payloadToSign } } } }];
}

/** The transaction at the time `now`. */
export function toTransaction(transaction: Transaction, now: Date): TransactionMessage {
  return showTransaction(transaction, shownAt(transaction, now));
}

/** The status of a state, and since when. */
export interface Shown {
  readonly status: ShownStatus;
  readonly updatedAt: Date;
}

export function showTransaction(transaction: Transaction, shown: Shown): TransactionMessage {
  const kind = isOutgoing(transaction) ? toOutgoing(transaction, shown) : toIncoming(transaction, shown);
  return create(TransactionSchema, { kind });
}

function toOutgoing(payment: OutgoingPayment, shown: Shown): Extract<TransactionMessage['kind'], { case: 'outgoing' }> {
  const { failureReason, received, quote } = payment;
  const value = create(OutgoingTransactionSchema, {
    ...sharedFields(payment, shown),
    direction: TransactionDirection.DEBIT,
    source: toTransactionSource(payment),
    paymentInstructions: toPushInstructions(payment),
    receivedAmount: toAmount(received),
    fees: payment.fees,
    platformFees: payment.platformFees,
    exchangeRate: printedRateOf(payment),
    rateDetails: toRateDetails(payment),
    ...(payment.description !== undefined && { description: payment.description }),
    ...(failureReason && { failureReason: OutgoingTransactionFailureReason[failureReason] }),
    ...(quote.route && toSettlement(quote.route, payment.createdAt)),
  });
  return { case: 'outgoing', value };
}

/** An incoming transaction, where no other is possible. */
export function toIncomingPayment(transaction: IncomingTransaction, now: Date): IncomingPayment {
  return create(IncomingPaymentSchema, { kind: toIncoming(transaction, shownAt(transaction, now)) });
}

/** A payment on which the platform has decided. */
export function toDecidedPayment(transaction: Transaction, now: Date): DecidedPayment {
  const shown = shownAt(transaction, now);
  const kind = isOutgoing(transaction) ? toOutgoing(transaction, shown) : toIncoming(transaction, shown);
  return create(DecidedPaymentSchema, { kind });
}

function toIncoming(transaction: IncomingTransaction, shown: Shown): IncomingPayment['kind'] {
  const { failureReason } = transaction;
  const pendingReason = transaction.kind === 'DEPOSIT' ? transaction.pendingReason : undefined;
  const value = create(IncomingTransactionSchema, {
    ...sharedFields(transaction, shown),
    direction: transaction.kind === 'DEBIT' ? TransactionDirection.DEBIT : TransactionDirection.CREDIT,
    source: toUmaSource(transaction) ?? toTransactionSource(transaction),
    receivedAmount: toAmount(transaction.received),
    ...(pendingReason && { pendingReason: TransactionPendingReason[pendingReason] }),
    ...(failureReason && { failureReason: IncomingTransactionFailureReason[failureReason] }),
  });
  return { case: 'incoming', value };
}

type Shared = Omit<MessageInitShape<typeof IncomingTransactionSchema>, '$typeName' | 'failureReason'>;

function sharedFields(transaction: Transaction, { status, updatedAt }: Shown) {
  const { settledAt, refund, reference, receiptConfirmedAt } = transaction;
  const quoteId = 'quoteId' in transaction ? transaction.quoteId : undefined;
  const paidUma = isOutgoing(transaction) ? transaction.quote.uma : undefined;
  return {
    id: publicId('Transaction', transaction.id),
    status: TransactionStatus[status],
    destination: toUmaEnd(paidUma, transaction.received.currency) ?? {
      kind: {
        case: 'account',
        value: {
          accountId: transaction.receiver,
          currency: transaction.received.currency,
          ...toOnChain(transaction.onChain?.destination),
        },
      },
    },
    ...toCounterparty(paidUma?.counterparty ?? ('uma' in transaction ? transaction.uma?.counterparty : undefined)),
    customerId: transaction.owner,
    platformCustomerId: transaction.platformCustomerId,
    createdAt: timestampFromDate(transaction.createdAt),
    updatedAt: timestampFromDate(updatedAt),
    sentAmount: toAmount(transaction.sent),
    reconciliationInstructions: { reference },
    ...(settledAt && { settledAt: timestampFromDate(settledAt) }),
    ...(receiptConfirmedAt && { receiptDeliveryConfirmedAt: timestampFromDate(receiptConfirmedAt) }),
    ...(quoteId && { quoteId: publicId('Quote', quoteId) }),
    ...(transaction.agentId !== undefined && { agentId: publicId('Agent', transaction.agentId) }),
    ...(refund && { refund: toRefund(transaction.reference, refund) }),
  } satisfies Shared;
}

function toSettlement(route: Route, createdAt: Date) {
  const seconds = routeSeconds(route);
  const expectedAt = new Date(createdAt.getTime() + seconds * 1000);
  return {
    paymentRail: railOf(route.rail),
    railSelectionMode: RailSelectionMode[route.mode],
    settlementTimelineSeconds: seconds,
    ...(!isInstantRoute(route) && { expectedSettlementAt: timestampFromDate(expectedAt) }),
  };
}

function toRefund(reference: string, { status, reason, initiatedAt, settledAt }: NonNullable<Transaction['refund']>): Refund {
  return create(RefundSchema, {
    reference: refundReferenceOf(reference),
    status: RefundStatus[status],
    reason: RefundReason[reason],
    initiatedAt: timestampFromDate(initiatedAt),
    ...(settledAt && { settledAt: timestampFromDate(settledAt) }),
  });
}

function toRateDetails({ quote: { fees, rates } }: OutgoingPayment): OutgoingRateDetails | undefined {
  const { multipliers } = rates;
  if (!multipliers) return undefined;
  return create(OutgoingRateDetailsSchema, {
    counterpartyMultiplier: multipliers.counterpartyMultiplier,
    counterpartyFixedFee: fees.counterparty,
    serviceApiMultiplier: multipliers.serviceMultiplier,
    serviceApiFixedFee: fees.serviceFixed,
    serviceApiVariableFeeRate: multipliers.serviceVariableRate,
    serviceApiVariableFeeAmount: String(fees.serviceVariable),
  });
}

function printedRateOf({ quote }: OutgoingPayment): string {
  return textOf(printedRate(parseDecimal(quote.rates.locked)));
}

function toAmount({ currency, amount }: Money): CurrencyAmount {
  return create(CurrencyAmountSchema, { amount, currency: currencyMessage(currency) });
}

/** The rail with this name. */
export function railOf(name: string): PaymentRail {
  return PaymentRail[name as keyof typeof PaymentRail];
}
