// All supported currencies. The limits are those of the corridor; limits of platforms apply in addition.
import { create } from '@bufbuild/protobuf';
import { type Currency as CurrencyMessage, CurrencySchema } from '../../../gen/payments/common/v1/money_pb.ts';
import table from './currencies.json' with { type: 'json' };

export interface Currency {
  /** ISO 4217 code, or the ticker of a crypto asset. */
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  /** Number of decimals of the smallest unit. */
  readonly decimals: number;
  readonly kind: 'fiat' | 'crypto';
  /** Minimum amount of a transaction in a corridor of this currency, in the smallest unit, inclusive. */
  readonly minAmount: bigint;
  /** Maximum amount, likewise. */
  readonly maxAmount: bigint;
}

/** All currencies, the most used first. */
export const currencies: readonly Currency[] = table.map(({ kind, minAmount, maxAmount, ...rest }) => ({
  ...rest,
  kind: kind === 'crypto' ? 'crypto' : 'fiat',
  minAmount: BigInt(minAmount),
  maxAmount: BigInt(maxAmount),
}));

const byCode = new Map(currencies.map((currency) => [currency.code, currency]));
const messages = new Map(currencies.map((currency) => [currency.code, toMessage(currency)]));

/** The supported currency with a code, if any. */
export function currencyOf(code: string): Currency | undefined {
  return byCode.get(code);
}

/** Also the currency of a stablecoin of a platform. Whether a platform uses it, its configuration says. */
export function currencyOrTokenOf(code: string): Currency | undefined {
  return byCode.get(code) ?? (codePattern.test(code) ? tokenCurrency(code) : undefined);
}

/** The currency as shown in resources. Throws for a code that `currencyOrTokenOf` does not know. */
export function currencyMessage(code: string): CurrencyMessage {
  const message = messages.get(code);
  if (message) return message;
  const token = currencyOrTokenOf(code);
  if (!token) throw new Error(`There is no currency ${code}.`);
  return toMessage(token);
}

/** Whether ISO 4217 or another standard defines the currency, even if it is not supported. */
export function isCurrencyCode(code: string): boolean {
  return byCode.has(code) || iso4217.has(code);
}

const iso4217 = new Set(Intl.supportedValuesOf('currency'));

/** Whether a stablecoin of a platform can have this code as a currency. */
export const isTokenCode = (code: string) => codePattern.test(code) && !isCurrencyCode(code);

const codePattern = /^[A-Z0-9]{2,10}$/;

/** The decimals of every stablecoin that is a currency. */
export const tokenDecimals = 6;

/** The code says everything about it, so that no service asks another (decision 0021). Amounts are limited as those of USDB. */
const tokenCurrency = (code: string): Currency => ({
  code,
  name: code,
  symbol: code,
  decimals: tokenDecimals,
  kind: 'crypto',
  minAmount: 1_000_000n,
  maxAmount: 100_000_000_000n,
});

function toMessage({ code, name, symbol, decimals }: Currency): CurrencyMessage {
  return create(CurrencySchema, { code, name, symbol, decimals });
}
