// How a locked rate comes about, told over the millisatoshi as the common unit of both sides.
import { type Decimal, decimalOf, divideToRate, multiply, shift, textOf } from '../shared/decimal.ts';
import type { Terms } from './pricing.ts';
import type { Worth } from './rates.ts';

export interface Multipliers {
  /** Millisatoshi for one smallest sending unit, after the service's variable fee. */
  readonly serviceMultiplier: string;
  /** Smallest receiving units for one millisatoshi. */
  readonly counterpartyMultiplier: string;
  /** A fraction: 0.005 is half a percent. */
  readonly serviceVariableRate: string;
}

/** Powers of ten: millisatoshi in a bitcoin. */
const millisatoshiPlaces = 11;
const bpsPlaces = 4;

/** The product of both multipliers is the rate in smallest units, less the service's variable fee. */
export function multipliersOf(terms: Terms, { sending, bitcoin }: { sending: Worth; bitcoin: Worth }): Multipliers {
  const { rate, sendingDecimals, receivingDecimals, serviceFee } = terms;
  const kept = decimalOf(10_000n - serviceFee.bps, bpsPlaces);
  const perUnit = multiply(multiply(sending.dollars, bitcoin.units), kept);
  const service = divideToRate(shift(perUnit, millisatoshiPlaces - sendingDecimals), multiply(sending.units, bitcoin.dollars));
  const whole: Decimal = shift(multiply(rate, kept), receivingDecimals - sendingDecimals);
  return {
    serviceMultiplier: textOf(service),
    counterpartyMultiplier: textOf(divideToRate(whole, service)),
    serviceVariableRate: textOf(decimalOf(serviceFee.bps, bpsPlaces)),
  };
}
