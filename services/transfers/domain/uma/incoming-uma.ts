// What is kept of a payment that a UMA address makes to a customer of the platform.
import type { DestinationKind } from '../shared/destination-kind.ts';
import type { CustomerFields, RequiredField } from './customer-fields.ts';

export interface IncomingUma {
  /** Address of whoever pays. */
  readonly sender: string;
  /** What is known of whoever pays. */
  readonly counterparty: CustomerFields;
  /** Absent: another transaction of ours has paid, and nothing more is to be done. */
  readonly pending?: PendingUma;
}

export interface PendingUma {
  /** What the sender's institution wants to know about the receiver, and the record does not tell. */
  readonly requested: readonly RequiredField[];
  /** How often the platform was asked for its approval. */
  readonly asks: number;
  /** When it must have decided, in the platform's time; ISO 8601. */
  readonly decideBy?: string;
  /** Why it rejected. */
  readonly reason?: string;
  /** What it told about the receiver. */
  readonly receiver?: CustomerFields;
  readonly deposit: UmaDepositPlan;
  /** Name of the payment rail that it is paid on by, once that was chosen; absent for assets on chains. */
  readonly rail?: string;
}

/** Where the money goes, and how much of it after conversion. */
export interface UmaDepositPlan {
  readonly kind: DestinationKind;
  readonly currency: string;
  /** As text: JSON's numbers are not exact. */
  readonly amount: string;
}
