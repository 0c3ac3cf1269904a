// Rates between currencies, and the fixed ones of the sandbox.
import { type Decimal, divideToRate, multiply, one, parseDecimal } from '../shared/decimal.ts';
import table from './sandbox-rates.json' with { type: 'json' };

/** What a currency is worth: `units` of it are `dollars` US dollars. Two numbers, so that no quotient is rounded early. */
export interface Worth {
  readonly units: Decimal;
  readonly dollars: Decimal;
}

/** What currencies are worth at one moment. */
export interface Rates {
  /** Undefined when the currency is not traded. */
  worthOf(currency: string): Worth | undefined;
}

/** Rates as they were taken. */
export interface Snapshot extends Rates {
  readonly takenAt: Date;
}

/** By code. */
export const sandboxWorths: ReadonlyMap<string, Worth> = new Map<string, Worth>([
  ...Object.entries(table.unitsPerDollar).map(([code, units]) => [code, { units: parseDecimal(units), dollars: one }] as const),
  ...Object.entries(table.dollarsPerUnit).map(
    ([code, dollars]) => [code, { units: one, dollars: parseDecimal(dollars) }] as const,
  ),
]);

export function ratesIn(worths: ReadonlyMap<string, Worth>): Rates {
  return { worthOf: (currency) => worths.get(currency) };
}

/**
 * How many major units of `receiving` one major unit of `sending` is, via US dollars, to 12 significant digits. One currency is worth
 * itself, whether it is traded or not.
 */
export function rateBetween(rates: Rates, sending: string, receiving: string): Decimal | undefined {
  if (sending === receiving) return one;
  const from = rates.worthOf(sending);
  const to = rates.worthOf(receiving);
  if (!from || !to) return undefined;
  return divideToRate(multiply(to.units, from.dollars), multiply(to.dollars, from.units));
}
