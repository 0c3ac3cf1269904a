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

/** The currency as shown in resources. Throws for a code that `currencyOf` does not know. */
export function currencyMessage(code: string): CurrencyMessage {
  const message = messages.get(code);
  if (!message) throw new Error(`There is no currency ${code}.`);
  return message;
}

/** Whether ISO 4217 or another standard defines the currency, even if it is not supported. */
export function isCurrencyCode(code: string): boolean {
  return byCode.has(code) || iso4217.has(code);
}

const iso4217 = new Set(Intl.supportedValuesOf('currency'));

function toMessage({ code, name, symbol, decimals }: Currency): CurrencyMessage {
  return create(CurrencySchema, { code, name, symbol, decimals });
}
