// Terms, currencies and amounts of every kind, for properties of the arithmetic.
import fc from 'fast-check';
import { currencies } from '../../services/kit/core/currencies.ts';
import type { Terms } from '../../services/transfers/domain/rates/pricing.ts';
import { rateBetween, ratesIn, sandboxWorths } from '../../services/transfers/domain/rates/rates.ts';

/** The largest amount that a request may lock. */
const lockedMax = 9_000_000_000_000_000n;

const traded = currencies.filter(({ code }) => sandboxWorths.get(code));
export const currency = fc.constantFrom(...traded);
const decimals = fc.constantFrom(0, 2, 6, 8);
const fee = (bpsMax: bigint) => fc.record({ fixed: fc.bigInt(0n, 10_000n), bps: fc.bigInt(0n, bpsMax) });
const fees = {
  platformFee: fee(10_000n),
  serviceFee: fee(500n),
  counterpartyFee: fc.oneof(fc.constant(0n), fc.bigInt(0n, 500n)),
};

export const anyRate = fc.tuple(fc.bigInt(1n, 999_999_999_999n), fc.nat(14)).map(([digits, scale]) => ({ digits, scale }));
const inventedTerms: fc.Arbitrary<Terms> = fc.record({
  rate: anyRate,
  sendingDecimals: decimals,
  receivingDecimals: decimals,
  ...fees,
});
const sandboxTerms: fc.Arbitrary<Terms> = fc
  .record({ from: currency, to: currency, ...fees })
  .map(({ from, to, ...rest }) => ({ ...rest, ...marketOf(from, to) }));
export const anyTerms = fc.oneof(sandboxTerms, inventedTerms);

/** Any size with equal probability, including both ends. */
export const anyAmount = fc.oneof(
  fc.nat(15).chain((digits) => fc.bigInt(1n, 10n ** BigInt(digits))),
  fc.bigInt(lockedMax - 10_000n, lockedMax),
  fc.constantFrom(1n, 2n, lockedMax),
);

export function marketOf(from: (typeof traded)[number], to: (typeof traded)[number]) {
  const rate = rateBetween(ratesIn(sandboxWorths), from.code, to.code);
  if (!rate) throw new Error(`Nobody trades ${from.code} for ${to.code}.`);
  return { rate, sendingDecimals: from.decimals, receivingDecimals: to.decimals };
}

export const runs = { numRuns: 2_000 };
