// Transactions and quotes as they are shown.
import { create, type MessageInitShape } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import type { PaymentInstructionsSchema } from '../../gen/payments/accounts/v1/payment_instructions_pb.ts';
import type { CurrencyAmount } from '../../gen/payments/common/v1/money_pb.ts';
import { CurrencyAmountSchema } from '../../gen/payments/common/v1/money_pb.ts';
import { PaymentRail, TransactionDirection } from '../../gen/payments/common/v1/payment_pb.ts';
import { type IncomingPayment, IncomingPaymentSchema } from '../../gen/payments/transfers/v1/incoming_payment_pb.ts';
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
import { shownAt } from './domain/payment/quote.ts';
import { quoteOf, type Transaction } from './domain/payment/record.ts';
import type { ShownStatus } from './domain/payment/transaction.ts';
import { printedRate } from './domain/rates/pricing.ts';
import { parseDecimal, textOf } from './domain/shared/decimal.ts';
import type { IncomingFailureReason, OutgoingFailureReason } from './domain/shared/failure-reasons.ts';
import { type Money } from './domain/shared/money.ts';
import { isInstantRoute, type Route, routeSeconds } from './domain/shared/rails.ts';
import { refundReferenceOf } from './domain/shared/reference.ts';

/** The quote of an outgoing transaction, as it is at `now`. */
export function toQuote(transaction: Transaction, now: Date): Quote {
  const { sent, received, createdAt, expiresAt = createdAt, receiver } = transaction;
  const quote = quoteOf(transaction);
  const { paymentRail, currency } = quote.asked;
  return create(QuoteSchema, {
    id: publicId('Quote', transaction.quoteId ?? ''),
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
  throw new Error('A quote cannot be rejected.');
}

/** Where to pay; or what the holder of a wallet signs, as long as it can be signed. */
function toInstructions(transaction: Transaction, now: Date): MessageInitShape<typeof PaymentInstructionsSchema>[] {
  const pushed = toPushInstructions(transaction);
  if (pushed.length) return pushed;
  const { payload: payloadToSign } = quoteOf(transaction);
  if (payloadToSign === undefined || shownAt(transaction, now).status !== 'PENDING') return [];
  return [{ accountOrWalletInfo: { info: { case: 'embeddedWallet', value: { payloadToSign } } } }];
}

/** The transaction as it is at `now`. */
export function toTransaction(transaction: Transaction, now: Date): TransactionMessage {
  const kind = transaction.type === 'OUTGOING' ? toOutgoing(transaction, now) : toIncoming(transaction, now);
  return create(TransactionSchema, { kind });
}

function toOutgoing(transaction: Transaction, now: Date): TransactionMessage['kind'] {
  const { failureReason, received } = transaction;
  const { route } = quoteOf(transaction);
  const value = create(OutgoingTransactionSchema, {
    ...sharedFields(transaction, now),
    direction: TransactionDirection.DEBIT,
    source: toTransactionSource(transaction),
    paymentInstructions: toPushInstructions(transaction),
    receivedAmount: toAmount(received),
    fees: transaction.fees,
    platformFees: transaction.platformFees,
    exchangeRate: printedRateOf(transaction),
    rateDetails: toRateDetails(transaction),
    ...(failureReason && { failureReason: OutgoingTransactionFailureReason[failureReason as OutgoingFailureReason] }),
    ...(route && toSettlement(route, transaction.createdAt)),
  });
  return { case: 'outgoing', value };
}

/** One that comes in, where nothing else can be meant. */
export function toIncomingPayment(transaction: Transaction, now: Date): IncomingPayment {
  return create(IncomingPaymentSchema, { kind: toIncoming(transaction, now) });
}

function toIncoming(transaction: Transaction, now: Date): IncomingPayment['kind'] {
  const { failureReason, pendingReason } = transaction;
  const value = create(IncomingTransactionSchema, {
    ...sharedFields(transaction, now),
    direction: transaction.details.debit ? TransactionDirection.DEBIT : TransactionDirection.CREDIT,
    source: toUmaSource(transaction) ?? toTransactionSource(transaction),
    receivedAmount: toAmount(transaction.received),
    ...(pendingReason && { pendingReason: TransactionPendingReason[pendingReason] }),
    ...(failureReason && { failureReason: IncomingTransactionFailureReason[failureReason as IncomingFailureReason] }),
  });
  return { case: 'incoming', value };
}

type Shared = Omit<MessageInitShape<typeof IncomingTransactionSchema>, '$typeName' | 'failureReason'>;

function sharedFields(transaction: Transaction, now: Date) {
  const { quoteId, settledAt, refund, details, reference, receiptConfirmedAt } = transaction;
  const { status, updatedAt } = shownAt(transaction, now);
  return {
    id: publicId('Transaction', transaction.id),
    status: TransactionStatus[status],
    destination: toUmaEnd(details.quote?.uma, transaction.received.currency) ?? {
      kind: {
        case: 'account',
        value: {
          accountId: transaction.receiver,
          currency: transaction.received.currency,
          ...toOnChain(transaction.onChain?.destination),
        },
      },
    },
    ...toCounterparty(details.quote?.uma?.counterparty ?? details.uma?.counterparty),
    customerId: transaction.owner,
    platformCustomerId: transaction.platformCustomerId,
    createdAt: timestampFromDate(transaction.createdAt),
    updatedAt: timestampFromDate(updatedAt),
    sentAmount: toAmount(transaction.sent),
    reconciliationInstructions: { reference },
    ...(settledAt && { settledAt: timestampFromDate(settledAt) }),
    ...(receiptConfirmedAt && { receiptDeliveryConfirmedAt: timestampFromDate(receiptConfirmedAt) }),
    ...(details.description !== undefined && { description: details.description }),
    ...(quoteId && { quoteId: publicId('Quote', quoteId) }),
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

function toRateDetails(transaction: Transaction): OutgoingRateDetails | undefined {
  const { fees, rates } = quoteOf(transaction);
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

function printedRateOf(transaction: Transaction): string {
  return textOf(printedRate(parseDecimal(quoteOf(transaction).rates.locked)));
}

function toAmount({ currency, amount }: Money): CurrencyAmount {
  return create(CurrencyAmountSchema, { amount, currency: currencyMessage(currency) });
}

/** The rail of this name. */
export function railOf(name: string): PaymentRail {
  return PaymentRail[name as keyof typeof PaymentRail];
}
