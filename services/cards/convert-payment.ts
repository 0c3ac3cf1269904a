// Converts card transactions to messages, and messages to types of the domain.
import { create } from '@bufbuild/protobuf';
import { timestampFromDate } from '@bufbuild/protobuf/wkt';
import {
  CardEventKindSchema,
  type CardMessageKind,
  CardMessageKindSchema,
  type ReportCardEventRequest,
} from '../../gen/payments/cards/v1/card_report_pb.ts';
import {
  type CardMerchant,
  type CardTransaction as CardTransactionMessage,
  CardTransactionSchema,
  CardTransactionStatus,
} from '../../gen/payments/cards/v1/card_transaction_pb.ts';
import { TransactionDirection } from '../../gen/payments/common/v1/payment_pb.ts';
import { currencyMessage } from '../kit/core/currencies.ts';
import { publicId } from '../kit/core/ids.ts';
import { enumNames } from '../kit/messages/json/enums.ts';
import type { MessageKind } from './domain/payment/message.ts';
import type { NetworkEvent } from './domain/payment/network-event.ts';
import { statusOf } from './domain/payment/states.ts';
import { type CardTransaction, inFundingCurrency, type Merchant, refundedOf } from './domain/payment/transaction.ts';

export function toCardTransaction(transaction: CardTransaction): CardTransactionMessage {
  const { authorized, settled, clearings, merchant, declineReason, lastEventAt } = transaction;
  const amountOf = (amount: bigint) => ({ amount: shown(amount), currency: currencyMessage(transaction.currency) });
  const refunded = refundedOf(transaction);
  return create(CardTransactionSchema, {
    ...idsOf(transaction),
    status: CardTransactionStatus[statusOf(transaction)],
    direction: TransactionDirection[transaction.direction],
    merchant,
    authorizedAmount: amountOf(authorized),
    ...(clearings > 0 && { settledAmount: amountOf(settled) }),
    ...(refunded > 0n && { refundedAmount: amountOf(refunded) }),
    ...summariesOf(transaction),
    ...(declineReason && { declineReason }),
    ...(lastEventAt && { lastEventAt: timestampFromDate(lastEventAt) }),
    authorizedAt: timestampFromDate(transaction.authorizedAt),
    createdAt: timestampFromDate(transaction.authorizedAt),
    updatedAt: timestampFromDate(transaction.updatedAt),
  });
}

/** JSON numbers are exact up to here. Larger sums are booked exactly, and shown as this. */
const shownMax = BigInt(Number.MAX_SAFE_INTEGER);

const shown = (amount: bigint) => (amount < shownMax ? amount : shownMax);

function idsOf({ id, cardId, cardholderId, platformCustomerId, accountId, token }: CardTransaction) {
  return {
    id: publicId('CardTransaction', id),
    cardId: publicId('Card', cardId),
    customerId: publicId('Customer', cardholderId),
    platformCustomerId,
    issuerTransactionToken: token,
    accountId: publicId('InternalAccount', accountId),
  };
}

/** In the currency of the account. */
function summariesOf(transaction: CardTransaction) {
  const { fundingCurrency, pulls, pendingPulls, pulled, clearings, settled, returns } = transaction;
  const total = (amount: bigint) => shown(inFundingCurrency(amount, fundingCurrency));
  return {
    pullSummary: { count: pulls, totalAmount: total(pulled), pendingCount: pendingPulls.length },
    settlementSummary: { count: clearings, totalAmount: total(settled) },
    refundSummary: { count: returns.length, totalAmount: total(refundedOf(transaction)) },
  };
}

export function toMerchant(merchant: CardMerchant | undefined): Merchant {
  const { descriptor = '', mcc, country } = merchant ?? {};
  return { descriptor, ...(mcc !== undefined && { mcc }), ...(country !== undefined && { country }) };
}

const messageKinds = enumNames(CardMessageKindSchema);

/** Of a validated report. */
export function toMessageKind(kind: CardMessageKind): MessageKind {
  return messageKinds.byNumber.get(kind) as MessageKind;
}

const eventKinds = enumNames(CardEventKindSchema);

/** Of a validated report. */
export function toNetworkEvent({ kind, amount }: Pick<ReportCardEventRequest, 'kind' | 'amount'>): NetworkEvent {
  const name = eventKinds.byNumber.get(kind);
  if (name === 'REVERSAL') return { kind: 'EXPIRY' };
  if (name === 'RETURN_REVERSAL') return { kind: name };
  return { kind: name as 'CLEARING' | 'RETURN' | 'ADVICE', amount };
}
