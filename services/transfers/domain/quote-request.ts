// A request for a quote, read: what it asks for, in our terms. What is not served yet is refused here.
import { ErrorCode } from '../../../gen/payments/common/v1/error_pb.ts';
import { PaymentRail } from '../../../gen/payments/common/v1/payment_pb.ts';
import type { CreateQuoteRequest, QuoteSource } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import { QuoteLockSide } from '../../../gen/payments/transfers/v1/quote_pb.ts';
import { fail } from '../../kit/fail.ts';
import { nameIn } from './destination.ts';
import type { PlatformFee } from './fees.ts';
import type { RealtimeFunding } from './source.ts';

export interface Asked {
  /** Absent: realtime funding. */
  readonly sourceId?: string;
  /** Money that is paid just in time. */
  readonly realtime?: RealtimeFunding;
  readonly destinationId: string;
  readonly onBehalfOf?: string;
  readonly paymentRail?: string;
  readonly currency?: string;
  readonly side: 'SENDING' | 'RECEIVING';
  readonly amount: bigint;
  readonly override?: PlatformFee;
  readonly isImmediate: boolean;
  readonly description?: string;
  readonly remittanceInformation?: string;
  readonly purposeOfPayment?: number;
}

const amountMax = 9_000_000_000_000_000n;

/** Throws INVALID_AMOUNT, NOT_IMPLEMENTED or LOOKUP_REQUEST_FAILED. */
export function readQuoteRequest(request: CreateQuoteRequest): Asked {
  const { lockedCurrencyAmount: amount = 0n, purposeOfPayment, description, remittanceInformation } = request;
  if (amount < 1n || amount > amountMax) {
    throw fail(ErrorCode.INVALID_AMOUNT, `lockedCurrencyAmount must lie between 1 and ${amountMax}.`);
  }
  const override = overrideOf(request);
  return {
    ...readEnds(request),
    side: request.lockedCurrencySide === QuoteLockSide.RECEIVING ? 'RECEIVING' : 'SENDING',
    amount,
    isImmediate: isImmediate(request),
    ...(override && { override }),
    ...(description !== undefined && { description }),
    ...(remittanceInformation !== undefined && { remittanceInformation }),
    ...(purposeOfPayment !== undefined && { purposeOfPayment }),
  };
}

/** What is paid just in time executes itself, asked for or not. */
function isImmediate({ immediatelyExecute, source }: CreateQuoteRequest): boolean {
  return immediatelyExecute === true && source?.kind.case === 'account';
}

function readEnds({ source, destination, lookupId }: CreateQuoteRequest) {
  if (destination?.kind.case !== 'account') throw notYet('A destination other than an account');
  if (lookupId !== undefined) throw fail(ErrorCode.LOOKUP_REQUEST_FAILED, `There is no look-up ${lookupId}, or it is too old.`);
  const { accountId: destinationId, paymentRail, currency } = destination.kind.value;
  return {
    ...readSource(source),
    destinationId,
    ...(paymentRail !== undefined && { paymentRail: nameIn(PaymentRail, paymentRail) }),
    ...(currency !== undefined && { currency }),
  };
}

function readSource(source: QuoteSource | undefined): Pick<Asked, 'sourceId' | 'realtime' | 'onBehalfOf'> {
  const { kind } = source ?? {};
  const onBehalfOf = kind?.value?.customerId;
  const behalf = onBehalfOf !== undefined && { onBehalfOf };
  if (kind?.case === 'account') return { sourceId: kind.value.accountId, ...behalf };
  const { currency = '', cryptoNetwork } = kind?.value ?? {};
  return { realtime: { currency, ...(cryptoNetwork !== undefined && { network: cryptoNetwork }) }, ...behalf };
}

function overrideOf({ platformFeeOverride }: CreateQuoteRequest): PlatformFee | undefined {
  if (!platformFeeOverride) return undefined;
  const { platformFixedFee, platformVariableFeeBps = 0 } = platformFeeOverride;
  const { amount: fixed = 0n, currency = '' } = platformFixedFee ?? {};
  return { fixed, currency, bps: BigInt(platformVariableFeeBps) };
}

/** Part of the contract, and not served yet. */
export function notYet(what: string) {
  return fail(ErrorCode.NOT_IMPLEMENTED, `${what} is not supported yet.`);
}
