// The inputs of a price: the current rate, and the applicable fees.
import type { PlatformConfig } from '../../../../gen/payments/platform/v1/platform_pb.ts';
import { currencyOrTokenOf } from '../../../kit/core/currencies.ts';
import type { QuoteTerms } from '../../domain/quote/quote-terms.ts';
import { type Pair, platformFeeOf, type ServiceFee, serviceFeeOf } from '../../domain/rates/fees.ts';
import type { Terms } from '../../domain/rates/pricing.ts';
import { type Multipliers, multipliersOf } from '../../domain/rates/rate-details.ts';
import { type Rates, rateBetween } from '../../domain/rates/rates.ts';
import type { RailOffer } from '../../domain/shared/rails.ts';
import { platformFeesOf } from './platform-fees.ts';

export interface Pricing {
  readonly pair: Pair;
  readonly requested: Pick<QuoteTerms, 'override'>;
  readonly config: PlatformConfig | undefined;
  readonly rates: Rates;
  /** As set by the operator. */
  readonly serviceFees: readonly ServiceFee[];
}

/** For a rail, which may state the fee of its receiving side. Undefined if one of two currencies has no rate. */
export function termsOf(
  { pair, requested, config, rates, serviceFees }: Pricing,
  { rail, fee }: Partial<Pick<RailOffer, 'rail' | 'fee'>> = {},
): Terms | undefined {
  const rate = rateBetween(rates, pair.sending, pair.receiving);
  const [sending, receiving] = [currencyOrTokenOf(pair.sending), currencyOrTokenOf(pair.receiving)];
  if (!rate || !sending || !receiving) return undefined;
  const serviceFee = serviceFeeOf(pair, serviceFees, rail);
  return {
    rate,
    sendingDecimals: sending.decimals,
    receivingDecimals: receiving.decimals,
    platformFee: platformFeeOf(pair, platformFeesOf(config), requested.override),
    serviceFee,
    counterpartyFee: serviceFee.counterparty ?? fee ?? 0n,
  };
}

/** Undefined if the sending currency, or bitcoin, the pivot currency, has no rate. */
export function multipliersFrom(rates: Rates, terms: Terms, pair: Pair): Multipliers | undefined {
  const [sending, bitcoin] = [rates.worthOf(pair.sending), rates.worthOf('BTC')];
  return sending && bitcoin && multipliersOf(terms, { sending, bitcoin });
}
