// The requested terms of a quote.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { PurposeOfPayment } from '../../../../gen/payments/transfers/v1/purpose_of_payment_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { PlatformFee } from '../rates/fees.ts';
import { nameIn } from '../shared/name-in.ts';
import type { CustomerFields } from '../uma/customer-fields.ts';
import type { RealtimeFunding } from './source.ts';

export interface QuoteTerms {
  /** Absent: realtime funding. */
  readonly sourceId?: string;
  /** Realtime funding. */
  readonly realtime?: RealtimeFunding;
  /** Public id of an account, or a lower-case UMA address. */
  readonly destinationId: string;
  readonly isUma: boolean;
  readonly lookupId?: string;
  /** Data of the payer in the request. */
  readonly senderInfo: CustomerFields;
  readonly onBehalfOf?: string;
  readonly paymentRail?: string;
  readonly currency?: string;
  readonly side: 'SENDING' | 'RECEIVING';
  readonly amount: bigint;
  readonly override?: PlatformFee;
  readonly isImmediate: boolean;
  readonly description?: string;
  readonly remittanceInformation?: string;
  readonly purposeOfPayment?: PurposeOfPayment;
}

const lockedAmountMax = 9_000_000_000_000_000n;

/** Throws INVALID_AMOUNT. */
export function refuseLockedAmount({ amount }: Pick<QuoteTerms, 'amount'>): void {
  if (amount >= 1n && amount <= lockedAmountMax) return;
  throw fail(ErrorCode.INVALID_AMOUNT, `lockedCurrencyAmount must be between 1 and ${lockedAmountMax}.`);
}

/** Name of the purpose. */
export function purposeNameOf({ purposeOfPayment }: Pick<QuoteTerms, 'purposeOfPayment'>): string | undefined {
  return purposeOfPayment === undefined ? undefined : nameIn(PurposeOfPayment, purposeOfPayment);
}
