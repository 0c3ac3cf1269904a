// Converts UMA addresses as sources and destinations of payments.
import type { IncomingTransaction } from './domain/incoming/incoming.ts';
import type { UmaQuote } from './domain/payment/quote-details.ts';
import type { CustomerFields } from './domain/uma/customer-fields.ts';

/** The destination of a quote and its transaction, if it is a UMA address. */
export function toUmaEnd(uma: UmaQuote | undefined, currency: string | undefined) {
  return uma && umaEnd(uma.address, currency);
}

/** The source of an incoming transaction, if it is a UMA address. */
export function toUmaSource(transaction: IncomingTransaction) {
  const uma = 'uma' in transaction ? transaction.uma : undefined;
  return uma && umaEnd(uma.sender, transaction.sent.currency);
}

function umaEnd(umaAddress: string, currency: string | undefined) {
  return { kind: { case: 'umaAddress' as const, value: { umaAddress, ...(currency !== undefined && { currency }) } } };
}

/** Data of the counterparty. Omitted if empty. */
export function toCounterparty(info: CustomerFields | undefined) {
  return info && Object.keys(info).length > 0 ? { counterpartyInformation: { ...info } } : {};
}
