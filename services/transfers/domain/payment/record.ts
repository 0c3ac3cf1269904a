// All that is kept of a transaction. An outgoing one carries its quote.

import type { Environment } from '../../../kit/core/caller.ts';
import { uuidIn } from '../../../kit/core/ids.ts';
import type { Multipliers } from '../rates/rate-details.ts';
import type { DestinationKind } from '../shared/destination-kind.ts';
import type { Payment } from '../shared/legs.ts';
import type { Money } from '../shared/money.ts';
import type { OnChain } from '../shared/on-chain.ts';
import type { Route } from '../shared/rails.ts';
import type { IncomingUma } from '../uma/incoming-uma.ts';
import type { Told } from '../uma/wanted-fields.ts';
import type { Authorization } from './authorization.ts';
import type { Progress } from './transaction.ts';

export interface Transaction extends Progress {
  readonly id: string;
  readonly platformId: string;
  readonly environment: Environment;
  /** How far the platform's clock ran ahead when it was made. */
  readonly clockOffsetMs: number;
  readonly type: 'INCOMING' | 'OUTGOING';
  readonly attempt: number;
  /** How often a rail was asked at this stage. */
  readonly round: number;
  readonly stage: Stage;
  /** Of a deposit that is held. */
  readonly pendingReason?: PendingReason;
  /** What came from outside, once it is there; it may be another amount than what was asked for. */
  readonly arrived?: bigint;
  /** The day, in UTC, whose volume it counts in, where that is capped. */
  readonly reservedOn?: string;
  readonly operationId?: string;
  /** The proof that it waits for; while it is executed, the last one that was given for it. */
  readonly authorization?: Authorization;
  readonly quoteId?: string;
  /** Public id of the customer, or of the platform. */
  readonly owner: string;
  readonly platformCustomerId: string;
  /** Public id of the account that pays. */
  readonly sender?: string;
  readonly senderKey?: Buffer;
  /** Public id of the account that is paid. */
  readonly receiver: string;
  readonly receiverKey?: Buffer;
  readonly sent: Money;
  readonly received: Money;
  readonly fees: bigint;
  readonly platformFees: bigint;
  readonly reference: string;
  readonly createdAt: Date;
  readonly expiresAt?: Date;
  /** When whoever was paid saw the receipt. */
  readonly receiptConfirmedAt?: Date;
  readonly requestId: string;
  /** May grow after the end. */
  readonly onChain?: OnChain;
  readonly details: Details;
}

export type PendingReason =
  | 'COUNTERPARTY_DECLARATION_REQUIRED'
  | 'WALLET_VERIFICATION_REQUIRED'
  | 'COUNTERPARTY_INFORMATION_REQUIRED'
  | 'COMPLIANCE_REVIEW';

/** FUNDING: money is awaited from outside. PAYOUT: it is there, and goes out. CONCLUDING: what the rail told of it is booked. */
export type Stage = 'FUNDING' | 'PAYOUT' | 'CONCLUDING';

/** What is never searched for, and changes only while a payment from a UMA address is decided upon and paid on. */
export interface Details {
  readonly description?: string;
  readonly quote?: QuoteDetails;
  /** Of an incoming transaction that a UMA address has paid. */
  readonly uma?: IncomingUma;
  /** Of an incoming transaction whose money is pulled: by what. */
  readonly pullRail?: string;
  /** Of an incoming transaction whose money goes back where it came from. */
  readonly stray?: Pick<Funding, 'rail' | 'isCrypto'> & { readonly key: string };
  /** Of an incoming transaction that came to an account by itself: what brings it, and the rail's own name of it. */
  readonly deposit?: { readonly rail: string; readonly key: string };
  /** Of an incoming transaction by which somebody outside takes money: by what, and until when it may be returned unpaid. */
  readonly debit?: { readonly rail: string; readonly returnBy: string };
  /** Of an incoming transaction whose money came from outside. */
  readonly realtime?: { readonly customerId?: string; readonly currency: string };
}

/** Of a payment whose money comes from outside. */
export interface Funding {
  /** PULL: the service takes it. PUSH: it is paid to the instructions. */
  readonly kind: 'PULL' | 'PUSH';
  /** What brings it: the name of a rail or network. */
  readonly rail: string;
  /** Refunds then go to an account inside, never back to the wallet that sent. */
  readonly isCrypto: boolean;
  /** As it was asked for, where no account is named. */
  readonly realtime?: { readonly customerId?: string; readonly currency: string; readonly cryptoNetwork?: string };
  /** Payment instructions, as they are shown. */
  readonly instructions?: readonly unknown[];
}

/** What a quote keeps of the UMA address that it pays. */
export interface UmaQuote {
  readonly address: string;
  /** What the other side tells of the receiver. */
  readonly counterparty: Told;
  /** UMA address of whoever pays; absent: the platform itself. */
  readonly payerAddress?: string;
  /** What a receiver on the platform is told of whoever pays. */
  readonly payer?: Told;
}

export interface QuoteDetails {
  /** Absent: an account inside pays. */
  readonly funding?: Funding;
  /** A transfer in one currency, made without a quote. */
  readonly isTransfer?: boolean;
  /** On whose behalf, as the request said. */
  readonly onBehalfOf?: string;
  readonly destinationKind: DestinationKind;
  /** Of a payment to a UMA address. */
  readonly uma?: UmaQuote;
  /** As the request named them. */
  readonly asked: { readonly paymentRail?: string; readonly currency?: string };
  readonly route?: Route;
  readonly remittanceInformation?: string;
  readonly purposeOfPayment?: number;
  /** The key of the Lightning invoice that is paid. */
  readonly invoice?: string;
  /** What the holder of the wallet signs that pays; absent where none pays. */
  readonly payload?: string;
  /** uuid of the internal account that takes the platform's fee. */
  readonly feeAccountId?: string;
  /** Whose the destination is, when it is another owner's. */
  readonly receiver?: { readonly owner: string; readonly platformCustomerId: string };
  readonly fees: {
    readonly service: bigint;
    readonly serviceFixed: bigint;
    readonly serviceVariable: bigint;
    readonly counterparty: bigint;
  };
  /** Exact decimals as text. */
  readonly rates: {
    /** Receiving units for one sending unit. */
    readonly locked: string;
    /** Absent where bitcoin, over which they are told, is not traded. */
    readonly multipliers?: Multipliers;
  };
}

/** The quote of an outgoing transaction. Throws for any other. */
export function quoteOf({ id, details }: Pick<Transaction, 'id' | 'details'>): QuoteDetails {
  if (!details.quote) throw new Error(`The transaction ${id} has no quote.`);
  return details.quote;
}

/** Its refund has failed, and the money waits for the operator. A cancellation that came too late has failed as well: it goes on. */
export function isRefundSuspended({ status, refund }: Pick<Transaction, 'status' | 'refund'>): boolean {
  return (status === 'FAILED' || status === 'EXPIRED') && refund?.status === 'FAILED';
}

/** The name of the rail that the money of a transaction is pulled by. */
export function pullRailOf({ details }: Pick<Transaction, 'details'>): string {
  return details.pullRail ?? details.quote?.funding?.rail ?? '';
}

/** What the ledger needs to know of an outgoing transaction. */
export function paymentOf(transaction: Transaction): Payment {
  const { sender = '', receiver, sent, received, platformFees, arrived } = transaction;
  const { destinationKind, feeAccountId, fees, route, funding } = quoteOf(transaction);
  return {
    ...(funding ? { fundingRail: funding.rail } : { sourceId: uuidIn(sender) }),
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
