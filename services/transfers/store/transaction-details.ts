// The fields of each kind of transaction, in columns and in the JSON `details`.
import type { Authorization } from '../domain/payment/authorization.ts';
import type { Funding } from '../domain/payment/payment.ts';
import type { QuoteDetails } from '../domain/payment/quote-details.ts';
import type { Transaction } from '../domain/record/transaction.ts';
import type { DetailsJson, FundingJson, QuoteJson } from './details-json.ts';
import type { PersonalDetails } from './transaction-personal.ts';
import type { AuthorizationJson, TransactionRow } from './transaction-record.ts';

/** All except sealed fields. */
export function toDetailsJson(transaction: Transaction): DetailsJson {
  switch (transaction.kind) {
    case 'PAYMENT':
    case 'TRANSFER_OUT':
      return { quote: toQuoteJson(transaction.quote), funding: toFundingJson(transaction.funding) };
    case 'TRANSFER_IN':
      return { pullRail: transaction.pullRail };
    case 'DEPOSIT':
      return { deposit: transaction.deposit, realtime: transaction.realtime };
    case 'SANDBOX_DEPOSIT':
      return { realtime: transaction.realtime };
    case 'DEBIT':
      return { debit: transaction.debit, realtime: transaction.realtime };
    case 'UNMATCHED_FUNDS':
      return { deposit: transaction.deposit, ...(transaction.realtime && { realtime: transaction.realtime }) };
    case 'UMA_PAYMENT':
    case 'RECEIPT':
      return {};
    default:
      return transaction satisfies never;
  }
}

function toQuoteJson(details: QuoteDetails): QuoteJson {
  const { uma: _, remittanceInformation: __, ...quote } = details;
  const { service, serviceFixed, serviceVariable, counterparty } = quote.fees;
  const fees = {
    service: String(service),
    serviceFixed: String(serviceFixed),
    serviceVariable: String(serviceVariable),
    counterparty: String(counterparty),
  };
  return { ...quote, fees };
}

function toFundingJson(funding: Funding): FundingJson {
  if (funding.kind === 'PREFUNDED') return { kind: funding.kind };
  const { sender: _, arrived: __, ...rest } = funding;
  return rest;
}

/** The fields of a record in addition to those of all transactions. */
export function kindOf(row: TransactionRow, personal: PersonalDetails) {
  const { kind, details, attempt, rail_checks: railChecks } = row;
  const sender = row.sender ?? undefined;
  const quoteId = row.quote_id ?? undefined;
  switch (kind) {
    case 'PAYMENT': {
      const authorization = row.authorization_challenge && { authorization: toAuthorization(row.authorization_challenge) };
      return { kind, quoteId, expiresAt: row.expires_at, ...authorization, ...paymentPartOf(row, personal) };
    }
    case 'TRANSFER_OUT':
      return { kind, ...paymentPartOf(row, personal) };
    case 'TRANSFER_IN':
      return { kind, sender, railChecks, pullRail: details.pullRail };
    case 'DEPOSIT': {
      const { deposit, realtime } = details;
      return { kind, deposit, realtime, ...(row.pending_reason !== null && { pendingReason: row.pending_reason }) };
    }
    case 'SANDBOX_DEPOSIT':
      return { kind, realtime: details.realtime };
    case 'DEBIT':
      return { kind, debit: details.debit, realtime: details.realtime, ...(quoteId && { quoteId }) };
    case 'UNMATCHED_FUNDS': {
      const { deposit, realtime } = details;
      return { kind, deposit, ...(realtime && { realtime }), ...(sender && { sender }) };
    }
    case 'UMA_PAYMENT':
      return { kind, sender, attempt, railChecks, uma: personal.uma };
    case 'RECEIPT':
      return { kind, ...(sender && { sender }), ...(quoteId && { quoteId }), ...(personal.uma && { uma: personal.uma }) };
    default:
      return kind satisfies never;
  }
}

function paymentPartOf(row: TransactionRow, { description, remittanceInformation, quoteUma }: PersonalDetails) {
  const { details, attempt, rail_checks: railChecks } = row;
  return {
    attempt,
    railChecks,
    fees: row.fees,
    platformFees: row.platform_fees,
    funding: {
      ...details.funding,
      ...(row.sender !== null && { sender: row.sender }),
      ...(row.arrived_amount !== null && { arrived: row.arrived_amount }),
    },
    quote: {
      ...details.quote,
      fees: details.quote && toFees(details.quote.fees),
      ...(remittanceInformation !== undefined && { remittanceInformation }),
      ...(quoteUma && { uma: quoteUma }),
    },
    ...(description !== undefined && { description }),
    ...(row.reserved_on !== null && { reservedOn: row.reserved_on }),
    ...(row.operation_id !== null && { operationId: row.operation_id }),
  };
}

function toFees({ service, serviceFixed, serviceVariable, counterparty }: QuoteJson['fees']): QuoteDetails['fees'] {
  return {
    service: BigInt(service),
    serviceFixed: BigInt(serviceFixed),
    serviceVariable: BigInt(serviceVariable),
    counterparty: BigInt(counterparty),
  };
}

function toAuthorization({ expiresAt, ...rest }: AuthorizationJson): Authorization {
  return { ...rest, expiresAt: new Date(expiresAt) };
}
