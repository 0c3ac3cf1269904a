// Rates between currencies. Where they come from stands behind an interface; the sandbox has fixed ones.
import { type Decimal, divideToRate, multiply, one, parseDecimal } from '../../kit/decimal.ts';
import table from './sandbox-rates.json' with { type: 'json' };

/** What a currency is worth: `units` of it are `dollars` US dollars. Two numbers, so that no quotient is rounded early. */
export interface Worth {
  readonly units: Decimal;
  readonly dollars: Decimal;
}

/** Where rates come from. */
export interface RateSource {
  /** What the currency is worth now, or undefined when it is not traded. */
  worthOf(currency: string): Worth | undefined;
}

/** The sandbox's rates, which never move. */
export const sandboxRates: RateSource = { worthOf: (currency) => worths.get(currency) };

const worths = new Map<string, Worth>([
  ...Object.entries(table.unitsPerDollar).map(([code, units]) => [code, { units: parseDecimal(units), dollars: one }] as const),
  ...Object.entries(table.dollarsPerUnit).map(
    ([code, dollars]) => [code, { units: one, dollars: parseDecimal(dollars) }] as const,
  ),
]);

/** How many major units of `receiving` one major unit of `sending` is, via US dollars, to 12 significant digits. */
export function rateBetween(source: RateSource, sending: string, receiving: string): Decimal | undefined {
  const from = source.worthOf(sending);
  const to = source.worthOf(receiving);
  if (!from || !to) return undefined;
  if (sending === receiving) return one;
  return divideToRate(multiply(to.units, from.dollars), multiply(to.dollars, from.units));
}
