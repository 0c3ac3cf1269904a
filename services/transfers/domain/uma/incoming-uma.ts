// The stored data of a payment from a UMA address to a customer of the platform.
import type { DestinationKind } from '../shared/destination-kind.ts';
import type { CustomerFields, RequiredField } from './customer-fields.ts';

export interface IncomingUma {
  /** UMA address of the payer. */
  readonly sender: string;
  /** Data of the payer. */
  readonly counterparty: CustomerFields;
  /** Absent: another transaction of this platform pays, and no further step is needed. */
  readonly pending?: PendingUma;
}

export interface PendingUma {
  /** Data of the receiver that the sender's institution requests and that is not on file. */
  readonly requested: readonly RequiredField[];
  /** Number of approval requests. */
  readonly asks: number;
  /** Deadline of the approval, in the platform's time; ISO 8601. */
  readonly decideBy?: string;
  /** Reason of the rejection. */
  readonly reason?: string;
  /** Data of the receiver that the platform provided. */
  readonly receiver?: CustomerFields;
  readonly deposit: UmaDepositPlan;
  /** Name of the payout rail, once it is chosen. Absent for crypto assets. */
  readonly rail?: string;
}

/** The destination and the converted amount. */
export interface UmaDepositPlan {
  readonly kind: DestinationKind;
  readonly currency: string;
  /** As text, because JSON numbers are not exact. */
  readonly amount: string;
}
