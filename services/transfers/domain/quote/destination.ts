// Where a payment goes: an account inside or outside, as far as a quote cares.
import type { ExternalAccountInfo } from '../../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import type { DestinationKind } from '../shared/destination-kind.ts';

export interface Destination {
  /** Public id. */
  readonly id: string;
  readonly kind: DestinationKind;
  readonly currency: string;
  /** Name of the account's status. */
  readonly status: string;
  /** Public id of the owner; absent: the platform. */
  readonly customerId?: string;
  /** Names of the payment rails that reach it. */
  readonly rails: readonly string[];
  readonly isLightningOrSpark: boolean;
  /** As people call whoever is paid; absent for accounts inside. */
  readonly payee?: string;
  /** Its customer pays to it without further proof. */
  readonly isTrusted?: boolean;
  /** The number or address of an account outside. */
  readonly identifier?: string;
  /** The Lightning invoice of an account that is good for one payment. */
  readonly invoice?: string;
  /** An account outside as the accounts service shows it, for its rail. */
  readonly info?: ExternalAccountInfo;
}
