// Exchange rates, and the fixed rates of the sandbox.
import { type Decimal, divideToRate, multiply, one, parseDecimal } from '../shared/decimal.ts';
import table from './sandbox-rates.json' with { type: 'json' };

/** The value of a currency: `units` of it equal `dollars` US dollars. Two numbers avoid rounding a quotient early. */
export interface Worth {
  readonly units: Decimal;
  readonly dollars: Decimal;
}

/** The values of currencies at one moment. */
export interface Rates {
  /** Undefined for an unsupported currency. */
  worthOf(currency: string): Worth | undefined;
}

/** Rates with their time. */
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
 * Major units of `receiving` per major unit of `sending`, computed through US dollars, to 12 significant digits. The rate of a currency to
 * itself is 1, even if it is not supported.
 */
export function rateBetween(rates: Rates, sending: string, receiving: string): Decimal | undefined {
  if (sending === receiving) return one;
  const from = rates.worthOf(sending);
  const to = rates.worthOf(receiving);
  if (!from || !to) return undefined;
  return divideToRate(multiply(to.units, from.dollars), multiply(to.dollars, from.units));
}
