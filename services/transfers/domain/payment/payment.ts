// Outgoing payments: of quotes, and transfers out. A quote and its payment are one record, shown in two ways.
import { uuidIn } from '../../../kit/core/ids.ts';
import type { OutgoingFailureReason } from '../shared/failure-reasons.ts';
import type { Brought, Payment } from '../shared/legs.ts';
import type { Realtime, TransactionCore } from '../shared/transaction-core.ts';
import type { Authorization } from './authorization.ts';
import type { QuoteDetails } from './quote-details.ts';
import type { PaymentState } from './states.ts';
import type { TransferOutState } from './transfer-out-machine.ts';

/** An internal account pays. */
export interface PrefundedFunding {
  readonly kind: 'PREFUNDED';
  /** Public id of the account. */
  readonly sender: string;
}

/** The rail collects from an external account. In the sandbox, funds may arrive instead. */
export interface PullFunding {
  readonly kind: 'PULL';
  /** Public id of the account. */
  readonly sender: string;
  /** Name of the rail that pulls. */
  readonly rail: string;
  readonly arrived?: bigint;
}

/** The payer sends the funds as the instructions say. */
export interface PushFunding {
  readonly kind: 'PUSH';
  /** Public id of the external account, where the quote names one. */
  readonly sender?: string;
  /** The name of a rail or network. */
  readonly rail: string;
  /** Refunds then go to an internal account, never back to the wallet that sent. */
  readonly isCrypto: boolean;
  /** As it was requested, where no account is named. */
  readonly realtime?: Realtime & { readonly cryptoNetwork?: string };
  /** Payment instructions, as they are shown. */
  readonly instructions: readonly unknown[];
  /** What came, once it is there; it may be another amount than what was requested. */
  readonly arrived?: bigint;
}

export type Funding = PrefundedFunding | PullFunding | PushFunding;

interface OutgoingCore extends TransactionCore {
  /** Holds that were tried: one that was refused may be tried again. */
  readonly attempt: number;
  /** Requests to the rail for the state of the pull or payout. */
  readonly railChecks: number;
  readonly failureReason?: OutgoingFailureReason;
  /** The day, in UTC, whose volume it counts in, where that is capped. */
  readonly reservedOn?: string;
  /** uuid of the call that executes it. */
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
  /** The proof that it waits for; while it is executed, the last one that was given for it. */
  readonly authorization?: Authorization;
}

/** A payment in one currency, without a quote. */
export interface TransferOut extends OutgoingCore {
  readonly kind: 'TRANSFER_OUT';
  readonly state: TransferOutState;
  readonly funding: PrefundedFunding;
}

export type OutgoingPayment = QuotedPayment | TransferOut;

/** What came, where funds were sent and have come. */
export function arrivedOf({ funding }: Pick<OutgoingPayment, 'funding'>): bigint | undefined {
  return funding.kind === 'PREFUNDED' ? undefined : funding.arrived;
}

/** The money of a payment lies with the operator's rail when its refund is due to an internal account alone. */
export function isCryptoFunded({ funding }: Pick<OutgoingPayment, 'funding'>): boolean {
  return funding.kind === 'PUSH' && funding.isCrypto;
}

/** What the ledger needs to know of a payment. */
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

/** Whether the money came from outside and goes back there: no internal account takes it. */
export const isRefundedByRail = ({ sourceId, refundAccountId }: Brought): boolean => !sourceId && !refundAccountId;
