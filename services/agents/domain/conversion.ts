// Conversion of amounts to the currency of a limit, at the mid rate, without fees.
import { currencyOrTokenOf, isTokenCode } from '../../kit/core/currencies.ts';

/** Of payments and limits, in the smallest unit. */
export const amountMax = 9_000_000_000_000_000n;

export interface Money {
  readonly currency: string;
  /** In the smallest unit. */
  readonly amount: bigint;
}

/** The rate of a pair of currencies: major units of `to` per major unit of `from`, as plain decimal text. Undefined if there is none. */
export type MidRate = (from: string, to: string) => string | undefined;

/** An amount in another currency, and the rate by which it was converted. */
export interface Converted extends Money {
  /** `1` within one currency. */
  readonly rate: string;
}

export type Rounding = 'UP' | 'DOWN';

/** Undefined if there is no rate. USDB and stablecoins of platforms count 1:1 as USD. */
export function convert(money: Money, to: string, { midRate, rounding }: Conversion): Converted | undefined {
  const [sending, receiving] = [peggedTo(money.currency), peggedTo(to)];
  const rate = sending === receiving ? '1' : midRate(sending, receiving);
  const [sent, received] = [currencyOrTokenOf(money.currency), currencyOrTokenOf(to)];
  if (rate === undefined || !sent || !received) return undefined;
  const { digits, scale } = digitsOf(rate);
  const dividend = money.amount * digits * 10n ** BigInt(received.decimals);
  return { currency: to, amount: divide(dividend, 10n ** BigInt(scale + sent.decimals), rounding), rate };
}

export interface Conversion {
  readonly midRate: MidRate;
  readonly rounding: Rounding;
}

/** The currency whose rates apply. */
export const peggedTo = (currency: string) => (currency === 'USDB' || isTokenCode(currency) ? 'USD' : currency);

function digitsOf(rate: string): { digits: bigint; scale: number } {
  const [whole = '', fraction = ''] = rate.split('.');
  return { digits: BigInt(whole + fraction), scale: fraction.length };
}

/** Of amounts that are not negative. */
function divide(dividend: bigint, divisor: bigint, rounding: Rounding): bigint {
  return (rounding === 'UP' ? dividend + divisor - 1n : dividend) / divisor;
}
