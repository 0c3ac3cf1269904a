// The components of a locked rate, with the millisatoshi as pivot unit.
import { type Decimal, decimalOf, divideToRate, multiply, shift, textOf } from '../shared/decimal.ts';
import type { Terms } from './pricing.ts';
import type { Worth } from './rates.ts';

export interface Multipliers {
  /** Millisatoshi per smallest sending unit, after the service's variable fee. */
  readonly serviceMultiplier: string;
  /** Smallest receiving units per millisatoshi. */
  readonly counterpartyMultiplier: string;
  /** A fraction: 0.005 is half a percent. */
  readonly serviceVariableRate: string;
}

/** Millisatoshi per bitcoin, as a power of ten. */
const millisatoshiPlaces = 11;
const bpsPlaces = 4;

/** The product of both multipliers is the rate in smallest units, minus the service's variable fee. */
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
