// The terms of a quote, which never change.

import type { Multipliers } from '../rates/rate-details.ts';
import type { DestinationKind } from '../shared/destination-kind.ts';
import type { Route } from '../shared/rails.ts';
import type { CustomerFields } from '../uma/customer-fields.ts';

/** The UMA address that a quote pays. */
export interface UmaQuote {
  readonly address: string;
  /** Data that the counterparty provided about the receiver. */
  readonly counterparty: CustomerFields;
  /** UMA address of the payer. Absent: the platform. */
  readonly payerAddress?: string;
  /** Data of the payer for a receiver on the platform. */
  readonly payer?: CustomerFields;
}

/** The terms, which never change. */
export interface QuoteDetails {
  /** The customer for whom the platform pays. */
  readonly onBehalfOf?: string;
  readonly destinationKind: DestinationKind;
  /** For a payment to a UMA address. */
  readonly uma?: UmaQuote;
  /** As requested. */
  readonly requested: { readonly paymentRail?: string; readonly currency?: string };
  readonly route?: Route;
  readonly remittanceInformation?: string;
  readonly purposeOfPayment?: number;
  /** The key of the Lightning invoice. */
  readonly invoice?: string;
  /** The text that the holder of the paying wallet signs. Absent if no wallet pays. */
  readonly payload?: string;
  /** uuid of the internal account that receives the platform fee. */
  readonly feeAccountId?: string;
  /** The owner of the destination, if it differs from the payer. */
  readonly receiver?: { readonly owner: string; readonly platformCustomerId: string };
  readonly fees: {
    readonly service: bigint;
    readonly serviceFixed: bigint;
    readonly serviceVariable: bigint;
    readonly counterparty: bigint;
  };
  /** Exact decimals as text. */
  readonly rates: {
    /** Receiving units per sending unit. */
    readonly locked: string;
    /** Absent if bitcoin, the pivot currency, has no rate. */
    readonly multipliers?: Multipliers;
  };
}
