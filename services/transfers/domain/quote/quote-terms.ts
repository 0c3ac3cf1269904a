// A request for a quote, read: what it asks for, in our terms. What is not served yet is refused here.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import { PaymentRail } from '../../../../gen/payments/common/v1/payment_pb.ts';
import { PurposeOfPayment } from '../../../../gen/payments/transfers/v1/purpose_of_payment_pb.ts';
import type { QuoteDestination, QuoteSource } from '../../../../gen/payments/transfers/v1/quote_ends_pb.ts';
import type { CreateQuoteRequest } from '../../../../gen/payments/transfers/v1/quote_pb.ts';
import { QuoteLockSide } from '../../../../gen/payments/transfers/v1/quote_pb.ts';
import { fail } from '../../../kit/messages/fail.ts';
import type { FieldError } from '../../../kit/messages/validate.ts';
import type { PlatformFee } from '../rates/fees.ts';
import { nameIn } from '../shared/name-in.ts';
import { type CustomerInfo, customerInfoIn } from '../uma/customer-info.ts';
import type { RealtimeFunding } from './source.ts';

export interface QuoteTerms {
  /** Absent: realtime funding. */
  readonly sourceId?: string;
  /** Money that is paid just in time. */
  readonly realtime?: RealtimeFunding;
  /** Of an account, or a UMA address in lower case. */
  readonly destinationId: string;
  readonly isUma: boolean;
  readonly lookupId?: string;
  /** What the request tells of whoever pays. */
  readonly senderInfo: CustomerInfo;
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

const lockedAmountMax = 9_000_000_000_000_000n;

/** Throws INVALID_AMOUNT. */
export function readQuoteRequest(request: CreateQuoteRequest): QuoteTerms {
  const { lockedCurrencyAmount: amount = 0n, purposeOfPayment, description, remittanceInformation } = request;
  if (amount < 1n || amount > lockedAmountMax) {
    throw fail(ErrorCode.INVALID_AMOUNT, `lockedCurrencyAmount must be between 1 and ${lockedAmountMax}.`);
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

function readEnds({ source, destination, lookupId, senderCustomerInfo }: CreateQuoteRequest) {
  return {
    ...readSource(source),
    ...readDestination(destination),
    senderInfo: customerInfoIn(senderCustomerInfo),
    ...(lookupId !== undefined && { lookupId }),
  };
}

function readDestination(destination: QuoteDestination | undefined) {
  const { kind } = destination ?? {};
  const currency = kind?.value?.currency !== undefined && { currency: kind.value.currency };
  if (kind?.case === 'umaAddress') return { isUma: true, destinationId: kind.value.umaAddress.toLowerCase(), ...currency };
  const { accountId: destinationId = '', paymentRail } = kind?.value ?? {};
  const rail = paymentRail !== undefined && { paymentRail: nameIn(PaymentRail, paymentRail) };
  return { isUma: false, destinationId, ...rail, ...currency };
}

/** Payments to UMA addresses refer to a look-up. */
export function checkCreateQuote({ destination, lookupId }: CreateQuoteRequest): FieldError[] {
  if (destination?.kind.case !== 'umaAddress' || lookupId !== undefined) return [];
  return [{ field: 'lookupId', message: 'is required to pay a UMA address: look the receiver up first' }];
}

/** The purpose, by its name. */
export function purposeNameOf({ purposeOfPayment }: Pick<QuoteTerms, 'purposeOfPayment'>): string | undefined {
  return purposeOfPayment === undefined ? undefined : nameIn(PurposeOfPayment, purposeOfPayment);
}

function readSource(source: QuoteSource | undefined): Pick<QuoteTerms, 'sourceId' | 'realtime' | 'onBehalfOf'> {
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
