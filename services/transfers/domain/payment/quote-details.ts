// What a quote has agreed: it never changes.

import type { Multipliers } from '../rates/rate-details.ts';
import type { DestinationKind } from '../shared/destination-kind.ts';
import type { Route } from '../shared/rails.ts';
import type { CustomerFields } from '../uma/customer-fields.ts';

/** What a quote keeps of the UMA address that it pays. */
export interface UmaQuote {
  readonly address: string;
  /** What the other side tells of the receiver. */
  readonly counterparty: CustomerFields;
  /** UMA address of whoever pays; absent: the platform itself. */
  readonly payerAddress?: string;
  /** What a receiver on the platform is told of whoever pays. */
  readonly payer?: CustomerFields;
}

/** What was agreed, and never changes. */
export interface QuoteDetails {
  /** On whose behalf, as the request said. */
  readonly onBehalfOf?: string;
  readonly destinationKind: DestinationKind;
  /** Of a payment to a UMA address. */
  readonly uma?: UmaQuote;
  /** As the request named them. */
  readonly requested: { readonly paymentRail?: string; readonly currency?: string };
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
