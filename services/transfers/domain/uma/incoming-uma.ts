// What is kept of a payment that a UMA address makes to a customer of the platform.
import type { Told, WantedField } from './wanted-fields.ts';

export interface IncomingUma {
  /** Address of whoever pays. */
  readonly sender: string;
  /** What is known of whoever pays. */
  readonly counterparty: Told;
  /** What the sender's institution wants to know about the receiver, and the record does not tell. */
  readonly requested?: readonly WantedField[];
}
