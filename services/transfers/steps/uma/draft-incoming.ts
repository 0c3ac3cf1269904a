// A new incoming transaction for a payment from a UMA address.
import type { Customer } from '../../../../gen/payments/customers/v1/customer_pb.ts';
import type { PlatformConfig } from '../../../../gen/payments/platform/v1/platform_pb.ts';
import type { UmaAddress } from '../../../kit/messages/uma-address.ts';
import type { TransfersContext } from '../../context.ts';
import { toCustomerFields } from '../../convert-customer.ts';
import type { UmaPayment } from '../../domain/incoming/incoming.ts';
import type { Destination } from '../../domain/quote/destination.ts';
import { priceReceiving, priceSending, type Terms } from '../../domain/rates/pricing.ts';
import type { Rates } from '../../domain/rates/rates.ts';
import type { Money } from '../../domain/shared/money.ts';
import { type CustomerFields, type RequiredField, requiredByPlatform, selectFields } from '../../domain/uma/customer-fields.ts';
import { currentRates } from '../rates/current-rates.ts';
import { termsOf } from '../rates/terms.ts';
import { identifierKey } from '../shared/identifier-key.ts';
import { newReference } from '../shared/new-reference.ts';

export interface UmaPaymentTerms {
  readonly sender: UmaAddress;
  /** The money that the payer sends. */
  readonly senderCurrency: string;
  readonly receiver: Customer;
  readonly received: Money;
  readonly deposit: Destination;
  readonly config: PlatformConfig | undefined;
  /** Data of the payer that the sender's institution provides. */
  readonly info: CustomerFields;
  /** Data of the receiver that it requests. */
  readonly required: readonly RequiredField[];
}

/** Undefined if the amount cannot be converted. */
export async function draftUmaPayment(context: TransfersContext, payment: UmaPaymentTerms): Promise<UmaPayment | undefined> {
  const { caller, clock, ids, requestId } = context;
  const { sender, senderCurrency, receiver, received, deposit } = payment;
  const rates = await currentRates(context);
  const sent = freeOfFees(rates, senderCurrency, received.currency);
  const paid = freeOfFees(rates, received.currency, deposit.currency);
  const sending = sent && priceReceiving(sent, received.amount)?.sending;
  const paying = paid && priceSending(paid, received.amount)?.receiving;
  if (!sending || !paying) return undefined;
  const now = clock.now();
  return {
    id: ids.next(),
    platformId: caller.platformId,
    environment: caller.environment,
    clockOffsetMs: caller.clockOffsetMs,
    kind: 'UMA_PAYMENT',
    state: 'UNDECIDED',
    version: 0n,
    attempt: 0,
    railChecks: 0,
    owner: receiver.id ?? '',
    platformCustomerId: receiver.platformCustomerId,
    sender: sender.text,
    receiver: deposit.id,
    receiverKey: identifierKey(context, receiver.umaAddress),
    sent: { currency: senderCurrency, amount: sending },
    received,
    reference: newReference(),
    createdAt: now,
    updatedAt: now,
    requestId,
    uma: detailsOf(payment, paying),
  };
}

function detailsOf({ sender, receiver, received, deposit, config, info, required }: UmaPaymentTerms, paying: bigint) {
  const record = toCustomerFields(receiver);
  const requested = required.filter(({ name }) => !record[name]);
  return {
    sender: sender.text,
    counterparty: selectFields(requiredByPlatform(config, [received.currency]), info),
    pending: { requested, asks: 0, deposit: { kind: deposit.kind, currency: deposit.currency, amount: String(paying) } },
  };
}

/** The receiver gets the whole amount. */
function freeOfFees(rates: Rates, sending: string, receiving: string): Terms | undefined {
  const terms = termsOf({ pair: { sending, receiving }, requested: {}, config: undefined, rates, serviceFees: [] });
  return terms && { ...terms, serviceFee: { fixed: 0n, bps: 0n } };
}
