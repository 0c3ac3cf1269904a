// Outgoing payments: of quotes, and transfers out. A quote and its payment are one record with two representations.
import { uuidIn } from '../../../kit/core/ids.ts';
import type { OutgoingFailureReason } from '../shared/failure-reasons.ts';
import type { Brought, Payment } from '../shared/legs.ts';
import type { Realtime, TransactionCore } from '../shared/transaction-core.ts';
import type { Authorization } from './authorization.ts';
import type { QuoteDetails } from './quote-details.ts';
import type { PaymentState } from './states.ts';
import type { TransferOutState } from './transfer-out-machine.ts';

/** Funded by an internal account. */
export interface PrefundedFunding {
  readonly kind: 'PREFUNDED';
  /** Public id of the account. */
  readonly sender: string;
}

/** Collected from an external account by the rail. In the sandbox, funds may arrive instead. */
export interface PullFunding {
  readonly kind: 'PULL';
  /** Public id of the account. */
  readonly sender: string;
  /** Name of the rail for the pull. */
  readonly rail: string;
  readonly arrived?: bigint;
}

/** Funded by the payer, as described in the payment instructions. */
export interface PushFunding {
  readonly kind: 'PUSH';
  /** Public id of the external account, if the quote names one. */
  readonly sender?: string;
  /** Name of a rail or network. */
  readonly rail: string;
  /** Refunds of crypto assets go to an internal account, never to the sending wallet. */
  readonly isCrypto: boolean;
  /** The requested funding, if no account is given. */
  readonly realtime?: Realtime & { readonly cryptoNetwork?: string };
  /** Payment instructions, as returned to callers. */
  readonly instructions: readonly unknown[];
  /** The received amount, once it has arrived. It may differ from the requested amount. */
  readonly arrived?: bigint;
}

export type Funding = PrefundedFunding | PullFunding | PushFunding;

interface OutgoingCore extends TransactionCore {
  /** Number of attempted holds. A refused hold can be repeated. */
  readonly attempt: number;
  /** Number of polls of the pull or payout. */
  readonly railChecks: number;
  readonly failureReason?: OutgoingFailureReason;
  /** The UTC day of the daily limit to which it counts. */
  readonly reservedOn?: string;
  /** uuid of the executing call. */
  readonly operationId?: string;
  readonly fees: bigint;
  readonly platformFees: bigint;
  readonly description?: string;
  readonly quote: QuoteDetails;
}

/** The payment of a quote. */
export interface QuotedPayment extends OutgoingCore {
  readonly kind: 'PAYMENT';
  readonly state: PaymentState;
  readonly quoteId: string;
  readonly expiresAt: Date;
  readonly funding: Funding;
  /** The proof that it waits for. During execution, the last proof given. */
  readonly authorization?: Authorization;
}

/** A payment in one currency, without a quote. */
export interface TransferOut extends OutgoingCore {
  readonly kind: 'TRANSFER_OUT';
  readonly state: TransferOutState;
  readonly funding: PrefundedFunding;
}

export type OutgoingPayment = QuotedPayment | TransferOut;

/** The received amount, if external funds have arrived. */
export function arrivedOf({ funding }: Pick<OutgoingPayment, 'funding'>): bigint | undefined {
  return funding.kind === 'PREFUNDED' ? undefined : funding.arrived;
}

/** The operator's rail holds the money of a payment only if its refund goes to an internal account. */
export function isCryptoFunded({ funding }: Pick<OutgoingPayment, 'funding'>): boolean {
  return funding.kind === 'PUSH' && funding.isCrypto;
}

/** The parts of a payment that the ledger steps need. */
export function paymentOf(payment: OutgoingPayment): Payment {
  const { funding, receiver, sent, received, platformFees, quote } = payment;
  const { destinationKind, feeAccountId, fees, route } = quote;
  const arrived = arrivedOf(payment);
  return {
    ...(funding.kind === 'PREFUNDED' ? { sourceId: uuidIn(funding.sender) } : { fundingRail: funding.rail }),
    ...(arrived !== undefined && { arrived }),
    ...(destinationKind === 'INTERNAL' && { destinationId: uuidIn(receiver) }),
    rail: route?.rail ?? destinationKind,
    sendingCurrency: sent.currency,
    receivingCurrency: received.currency,
    sending: sent.amount,
    receiving: received.amount,
    platformFee: platformFees,
    serviceFee: fees.service,
    counterpartyFee: fees.counterparty,
    ...(feeAccountId && { feeAccountId }),
  };
}

/** Whether the money came from outside and is refunded there, not to an internal account. */
export const isRefundedByRail = ({ sourceId, refundAccountId }: Brought): boolean => !sourceId && !refundAccountId;
