// The destination of a quote: an internal or external account.
import type { ExternalAccountInfo } from '../../../../gen/payments/accounts/v1/external_account_info_pb.ts';
import type { DestinationKind } from '../shared/destination-kind.ts';

export interface Destination {
  /** Public id. */
  readonly id: string;
  readonly kind: DestinationKind;
  readonly currency: string;
  /** Name of the account's status. */
  readonly status: string;
  /** Public id of the owner. Absent: the platform. */
  readonly customerId?: string;
  /** Names of the payment rails that reach it. */
  readonly rails: readonly string[];
  readonly isLightningOrSpark: boolean;
  /** Display name of the payee. Absent for internal accounts. */
  readonly payee?: string;
  /** A trusted beneficiary: payments require no further proof. */
  readonly isTrusted?: boolean;
  /** The number or address of an external account. */
  readonly identifier?: string;
  /** The Lightning invoice of an account, which can be paid once. */
  readonly invoice?: string;
  /** The external account as a message, for the rail. */
  readonly info?: ExternalAccountInfo;
}
