// The price of a requested quote: rate, fees, amounts and route, with refusals in the contract's order.
import { ErrorCode } from '../../../../gen/payments/common/v1/error_pb.ts';
import type { PlatformConfig } from '../../../../gen/payments/platform/v1/platform_pb.ts';
import { isTokenCode } from '../../../kit/core/currencies.ts';
import { fail, type Refusal } from '../../../kit/messages/fail.ts';
import { invalidInput } from '../../../kit/messages/validate.ts';
import type { TransfersContext } from '../../context.ts';
import type { UmaQuote } from '../../domain/payment/quote-details.ts';
import { refuseUnverifiedWallet } from '../../domain/quote/admission.ts';
import { outOfRange, refuseBounds, refuseDirection, refuseUnused } from '../../domain/quote/currency-rules.ts';
import { refuseOtherAmount } from '../../domain/quote/invoice.ts';
import type { QuoteTerms } from '../../domain/quote/quote-terms.ts';
import type { Source } from '../../domain/quote/source.ts';
import { overSingle, type VolumeLimit } from '../../domain/quote/volume.ts';
import { isOverrideValid, type Pair } from '../../domain/rates/fees.ts';
import { exactAmountMax, type Price, priceReceiving, priceSending, type Terms, takesAll } from '../../domain/rates/pricing.ts';
import type { Multipliers } from '../../domain/rates/rate-details.ts';
import type { Money } from '../../domain/shared/money.ts';
import { isTakenIn } from '../../domain/shared/networks.ts';
import { notYet } from '../../domain/shared/not-yet.ts';
import { carries, type RailOffer, type Route } from '../../domain/shared/rails.ts';
import { currentRatesIfAny } from '../rates/current-rates.ts';
import { findRateSource } from '../rates/rate-source-of.ts';
import { multipliersFrom, type Pricing, termsOf } from '../rates/terms.ts';
import { findFeeAccount } from '../shared/parties.ts';
import { exchangeCustomerFields } from './exchange-customer-fields.ts';
import type { Parties } from './quote-parties.ts';
import { offersFor, offerTaken, routeOf } from './rail-offers.ts';

export interface Offer {
  readonly pair: Pair;
  readonly terms: Terms;
  readonly price: Price;
  /** Absent if bitcoin, the pivot currency, has no rate. */
  readonly multipliers?: Multipliers;
  readonly route?: Route;
  /** Of the corridor. */
  readonly limit?: VolumeLimit;
  /** Public id of the account that receives the platform fee. */
  readonly feeAccount?: string;
  /** For a payment to a UMA address. */
  readonly uma?: UmaQuote;
}

export async function priceQuote(context: TransfersContext, requested: QuoteTerms, parties: Parties): Promise<Offer> {
  const { source, destination, config } = parties;
  const pair = { sending: source.currency, receiving: destination.currency || source.currency };
  const { store, caller } = context;
  const [offers, rates, serviceFees, limit] = await Promise.all([
    offersFor(context, destination),
    currentRatesIfAny(context),
    store.serviceFees.all(caller.platformId),
    store.limits.find({ platformId: caller.platformId, ...pair }),
  ]);
  const { terms, price, offer } = priceOver(offers, { pair, requested, config, rates, serviceFees }, requested);
  if (price) {
    refuseUnverifiedWallet(source, { currency: pair.sending, amount: price.sending }, rates);
    refuseUnverifiedWallet(destination, { currency: pair.receiving, amount: price.receiving }, rates);
  }

  refuseCurrencies(pair, requested, config);
  if (source.kind === 'PUSH') refuseNetwork(source);
  const uma = await exchangeCustomerFields(context, { requested, parties, pair, price });
  if (!terms) throw noRate(pair, context);
  refuseWithoutPurpose(context, pair, requested);
  const route = routeOf(offer, destination, requested);
  if (!price || takesAll(price)) throw outOfRange(pair.sending, { min: 1n, max: exactAmountMax });
  if (destination.invoice !== undefined) refuseOtherAmount(destination.invoice, price.receiving);
  refuseBounds({ currency: pair.sending, amount: price.sending }, config);
  refuseBounds({ currency: pair.receiving, amount: price.receiving }, config);
  refuseAcceptance(context, parties, { currency: pair.receiving, amount: price.receiving });
  refuseRailLimits(offer, { currency: pair.receiving, amount: price.receiving });
  refuseOverCap(limit, { currency: pair.sending, amount: price.sending });
  const feeAccount = await feeAccountOf(context, { requested, pair, price });
  const multipliers = multipliersFrom(rates, terms, pair);
  return {
    pair,
    terms,
    price,
    ...(multipliers && { multipliers }),
    ...(route && { route }),
    ...(limit && { limit }),
    ...(feeAccount && { feeAccount }),
    ...(uma && { uma }),
  };
}

/** Throws TRANSACTION_SIZE_LIMIT_EXCEEDED. */
function refuseOverCap(limit: VolumeLimit | undefined, sent: Money): void {
  const refusal = overSingle(limit, sent);
  if (refusal) throw refusal;
}

function noRate({ sending, receiving }: Pair, context: TransfersContext): Refusal {
  const token = [sending, receiving].find(isTokenCode);
  if (token !== undefined) return fail(ErrorCode.INVALID_CURRENCY, `The stablecoin ${token} cannot be converted.`);
  if (!findRateSource(context)) return notYet('A payment across currencies without a configured rate source');
  return fail(ErrorCode.QUOTE_REQUEST_FAILED, 'No exchange rate is available for these currencies. Try again later.');
}

interface Priced {
  readonly terms: Terms | undefined;
  readonly price: Price | undefined;
  readonly offer: RailOffer | undefined;
}

/** The amount selects the rail; the fee of that rail then determines the price. */
function priceOver(offers: readonly RailOffer[], pricing: Pricing, requested: QuoteTerms): Priced {
  const { paymentRail: rail } = requested;
  const first = termsOf(pricing, rail === undefined ? {} : { rail });
  const estimate = first && priceOf(first, requested);
  const offer = offerTaken(offers, requested, estimate?.receiving);
  const terms = offer ? termsOf(pricing, offer) : first;
  return { terms, price: terms && priceOf(terms, requested), offer };
}

function priceOf(terms: Terms, { side, amount }: QuoteTerms): Price | undefined {
  return side === 'SENDING' ? priceSending(terms, amount) : priceReceiving(terms, amount);
}

/** Both must be enabled, the sending one for outgoing payments. */
function refuseCurrencies({ sending, receiving }: Pair, { currency }: QuoteTerms, config: PlatformConfig | undefined): void {
  if (currency !== undefined && currency !== receiving) {
    throw fail(ErrorCode.INVALID_CURRENCY, `The destination account is in ${receiving}, not in ${currency}.`);
  }
  for (const code of [sending, receiving]) refuseUnused(code, config);
  refuseDirection(sending, 'OUTGOING', config);
}

function refuseNetwork({ currency, network }: Source): void {
  if (isTakenIn(currency, network)) return;
  const message = network === undefined ? 'is required for this currency' : `does not support ${currency}`;
  throw invalidInput([{ field: 'source.cryptoNetwork', message }]);
}

const purposeCurrencies = new Set(['INR', 'NGN']);

/** Required by corridors, except in the sandbox. */
function refuseWithoutPurpose({ caller }: TransfersContext, { receiving }: Pair, { purposeOfPayment }: QuoteTerms): void {
  if (caller.environment === 'sandbox' || purposeOfPayment !== undefined || !purposeCurrencies.has(receiving)) return;
  throw fail(ErrorCode.MISSING_MANDATORY_USER_INFO, `Payments in ${receiving} require purposeOfPayment.`);
}

/** Limits of a receiver. Limits of corridors are shown in the sandbox and enforced in production. */
function refuseAcceptance({ caller }: TransfersContext, { quoted, receiver }: Parties, { currency, amount }: Money): void {
  const isBinding = caller.environment === 'production' || (quoted?.address && !receiver);
  const accepted = quoted?.lookup?.accepted.find((one) => one.currency === currency);
  if (isBinding && accepted && (amount < accepted.min || amount > accepted.max)) throw outOfRange(currency, accepted);
}

/** The chosen rail must accept the amount; without a choice, any of them. */
function refuseRailLimits(offer: RailOffer | undefined, { currency, amount }: Money): void {
  if (!offer || carries(offer, amount)) return;
  const { min = 1n, max = exactAmountMax } = offer;
  throw outOfRange(currency, { min, max });
}

/** A fee requires an account of the platform to receive it. */
async function feeAccountOf(
  context: TransfersContext,
  { requested, pair, price }: { requested: QuoteTerms; pair: Pair; price: Price },
): Promise<string | undefined> {
  if (requested.override && !isOverrideValid(pair, requested.override)) {
    const field = 'platformFeeOverride.platformFixedFee.currency';
    throw invalidInput([{ field, message: 'must be USD, on a quote that sends USD' }]);
  }
  if (price.platformFee === 0n) return undefined;
  const account = await findFeeAccount(context, pair.sending);
  if (account) return account.id;
  throw fail(ErrorCode.INVALID_INPUT, `A platform fee requires an internal account of the platform in ${pair.sending}.`, {
    reason: 'PLATFORM_ACCOUNT_REQUIRED',
  });
}
