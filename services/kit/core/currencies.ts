// Every currency that the service knows. Bounds are those of a corridor; a platform's own come on top.
import { create } from '@bufbuild/protobuf';
import { type Currency as CurrencyMessage, CurrencySchema } from '../../../gen/payments/common/v1/money_pb.ts';
import table from './currencies.json' with { type: 'json' };

export interface Currency {
  /** ISO 4217 code, or the ticker of a crypto asset. */
  readonly code: string;
  readonly name: string;
  readonly symbol: string;
  /** How many decimals the smallest unit has. */
  readonly decimals: number;
  readonly kind: 'fiat' | 'crypto';
  /** Smallest amount of a transaction in a corridor of this currency, in the smallest unit, inclusive. */
  readonly minAmount: bigint;
  /** Largest amount, in the same terms. */
  readonly maxAmount: bigint;
}

/** All of them, the most used first. */
export const currencies: readonly Currency[] = table.map(({ kind, minAmount, maxAmount, ...rest }) => ({
  ...rest,
  kind: kind === 'crypto' ? 'crypto' : 'fiat',
  minAmount: BigInt(minAmount),
  maxAmount: BigInt(maxAmount),
}));

const byCode = new Map(currencies.map((currency) => [currency.code, currency]));
const messages = new Map(currencies.map((currency) => [currency.code, toMessage(currency)]));

/** The currency of a code, or undefined when there is none that the service handles. */
export function currencyOf(code: string): Currency | undefined {
  return byCode.get(code);
}

/** The currency as resources show it. Throws for a code that never passed `currencyOf`. */
export function currencyMessage(code: string): CurrencyMessage {
  const message = messages.get(code);
  if (!message) throw new Error(`There is no currency ${code}.`);
  return message;
}

/** Whether the world knows this currency, though the service may not handle it. */
export function isCurrencyCode(code: string): boolean {
  return byCode.has(code) || iso4217.has(code);
}

const iso4217 = new Set(Intl.supportedValuesOf('currency'));

function toMessage({ code, name, symbol, decimals }: Currency): CurrencyMessage {
  return create(CurrencySchema, { code, name, symbol, decimals });
}
