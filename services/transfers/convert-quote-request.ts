// Converts quote requests to terms of the domain.
import { PaymentRail } from '../../gen/payments/common/v1/payment_pb.ts';
import type { QuoteDestination, QuoteSource } from '../../gen/payments/transfers/v1/quote_ends_pb.ts';
import { type CreateQuoteRequest, QuoteLockSide } from '../../gen/payments/transfers/v1/quote_pb.ts';
import type { QuoteTerms } from './domain/quote/quote-terms.ts';
import type { PlatformFee } from './domain/rates/fees.ts';
import { nameIn } from './domain/shared/name-in.ts';
import { customerFieldsIn } from './domain/uma/customer-fields.ts';

export function toQuoteTerms(request: CreateQuoteRequest): QuoteTerms {
  const { lockedCurrencyAmount: amount = 0n, lookupId, purposeOfPayment, description, remittanceInformation } = request;
  const override = toOverride(request);
  return {
    ...toSource(request.source),
    ...toDestination(request.destination),
    senderInfo: customerFieldsIn(request.senderCustomerInfo),
    side: request.lockedCurrencySide === QuoteLockSide.RECEIVING ? 'RECEIVING' : 'SENDING',
    amount,
    isImmediate: isImmediate(request),
    ...(lookupId !== undefined && { lookupId }),
    ...(override && { override }),
    ...(description !== undefined && { description }),
    ...(remittanceInformation !== undefined && { remittanceInformation }),
    ...(purposeOfPayment !== undefined && { purposeOfPayment }),
  };
}

/** Realtime funding always executes the quote automatically. */
function isImmediate({ immediatelyExecute, source }: CreateQuoteRequest): boolean {
  return immediatelyExecute === true && source?.kind.case === 'account';
}

function toSource(source: QuoteSource | undefined): Pick<QuoteTerms, 'sourceId' | 'realtime' | 'onBehalfOf'> {
  const { kind } = source ?? {};
  const onBehalfOf = kind?.value?.customerId;
  const behalf = onBehalfOf !== undefined && { onBehalfOf };
  if (kind?.case === 'account') return { sourceId: kind.value.accountId, ...behalf };
  const { currency = '', cryptoNetwork } = kind?.value ?? {};
  return { realtime: { currency, ...(cryptoNetwork !== undefined && { network: cryptoNetwork }) }, ...behalf };
}

function toDestination(destination: QuoteDestination | undefined) {
  const { kind } = destination ?? {};
  const currency = kind?.value?.currency !== undefined && { currency: kind.value.currency };
  if (kind?.case === 'umaAddress') return { isUma: true, destinationId: kind.value.umaAddress.toLowerCase(), ...currency };
  const { accountId: destinationId = '', paymentRail } = kind?.value ?? {};
  const rail = paymentRail !== undefined && { paymentRail: nameIn(PaymentRail, paymentRail) };
  return { isUma: false, destinationId, ...rail, ...currency };
}

function toOverride({ platformFeeOverride }: CreateQuoteRequest): PlatformFee | undefined {
  if (!platformFeeOverride) return undefined;
  const { platformFixedFee, platformVariableFeeBps = 0 } = platformFeeOverride;
  const { amount: fixed = 0n, currency = '' } = platformFixedFee ?? {};
  return { fixed, currency, bps: BigInt(platformVariableFeeBps) };
}
