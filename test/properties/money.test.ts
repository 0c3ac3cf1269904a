// The arithmetic of quotes: properties of all currencies, fees and amounts, up to the limits.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  type Price,
  priceReceiving,
  priceSending,
  printedRate,
  type Terms,
  takesAll,
} from '../../services/transfers/domain/rates/pricing.ts';
import { multipliersOf } from '../../services/transfers/domain/rates/rate-details.ts';
import { sandboxWorths, type Worth } from '../../services/transfers/domain/rates/rates.ts';
import { decimalOf, multiply, parseDecimal, shift, textOf } from '../../services/transfers/domain/shared/decimal.ts';
import { anyAmount, anyRate, anyTerms, currency, marketOf, runs } from './terms.ts';

describe('a price', () => {
  test('equals the formulas in exact fractions, fee by fee', () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, (terms, sending) => {
        const price = priceSending(terms, sending);
        if (!price) return;
        expect(price).toEqual(fractionPrice(terms, sending));
      }),
      runs,
    );
  });

  test("has fees below the amount, part of them the platform's, or is refused for that", () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, fc.boolean(), (terms, amount, isSendingLocked) => {
        const price = isSendingLocked ? priceSending(terms, amount) : priceReceiving(terms, amount);
        if (!price) return;
        expect(price.platformFee).toBeLessThanOrEqual(price.fees);
        if (takesAll(price)) expect(price.counterpartyFee).toBeGreaterThan(0n);
        else expect(price.fees).toBeLessThan(price.sending);
      }),
      runs,
    );
  });

  test('of a locked receiver is the smallest sufficient debit', () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, (terms, receiving) => {
        const price = priceReceiving(terms, receiving);
        if (!price) return;
        expect(price.receiving).toBe(receiving);
        expect(priceSending(terms, price.sending)?.receiving).toBeGreaterThanOrEqual(receiving);
        for (const less of lesserDebits(terms, price.sending)) {
          expect(priceSending(terms, less)?.receiving ?? 0n).toBeLessThan(receiving);
        }
      }),
      runs,
    );
  });

  test('of a locked receiver is never better than that of the same debit', () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, (terms, receiving) => {
        const locked = priceReceiving(terms, receiving);
        const free = locked && priceSending(terms, locked.sending);
        if (!locked || !free) return;
        expect(free.receiving).toBeGreaterThanOrEqual(locked.receiving);
        expect({ ...free, receiving }).toEqual(locked);
      }),
      runs,
    );
  });

  test('of a locked sender is available by locking its result, for no more', () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, (terms, sending) => {
        const forward = priceSending(terms, sending);
        if (!forward) return;
        expect(priceReceiving(terms, forward.receiving)?.sending).toBeLessThanOrEqual(sending);
      }),
      runs,
    );
  });

  test('leaves the conversion no loss, and less than one unit of gain with a locked sender', () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, fc.boolean(), (terms, amount, isSendingLocked) => {
        const price = isSendingLocked ? priceSending(terms, amount) : priceReceiving(terms, amount);
        if (!price) return;
        const { top, bottom } = unitRate(terms);
        const gain =
          (price.sending - price.platformFee - price.serviceFee) * top - (price.receiving + price.counterpartyFee) * bottom;
        expect(gain).toBeGreaterThanOrEqual(0n);
        if (isSendingLocked) expect(gain).toBeLessThan(bottom);
      }),
      runs,
    );
  });
});

describe('rates as they are shown', () => {
  const tolerance = 10n ** 10n; // of twelve digits the last can be off by a few

  test('are the reciprocal of the locked one', () => {
    fc.assert(
      fc.property(anyRate, (rate) => {
        expect(isNear(multiply(rate, printedRate(rate)), decimalOf(1n))).toBe(true);
      }),
      runs,
    );
  });

  test("multiply, through millisatoshi, to the locked one less the service's share", () => {
    fc.assert(
      fc.property(currency, currency, fc.bigInt(0n, 500n), (from, to, bps) => {
        const terms = { ...marketOf(from, to), platformFee: none, serviceFee: { fixed: 0n, bps }, counterpartyFee: 0n };
        const { serviceMultiplier, counterpartyMultiplier } = multipliersOf(terms, {
          sending: worth(from.code),
          bitcoin: worth('BTC'),
        });
        const product = multiply(parseDecimal(serviceMultiplier), parseDecimal(counterpartyMultiplier));
        const share = decimalOf(10_000n - bps, 4);
        expect(isNear(product, shift(multiply(terms.rate, share), to.decimals - from.decimals)), textOf(product)).toBe(true);
      }),
      runs,
    );
  });

  const none = { fixed: 0n, bps: 0n };
  const isNear = (one: ReturnType<typeof decimalOf>, other: ReturnType<typeof decimalOf>) => {
    const scale = Math.max(one.scale, other.scale);
    const [a, b] = [one, other].map(({ digits, scale: own }) => digits * 10n ** BigInt(scale - own));
    const [low = 0n, high = 0n] = (a ?? 0n) < (b ?? 0n) ? [a, b] : [b, a];
    return (high - low) * tolerance <= high;
  };
});

/** The formulas of the quote again, in fractions and without early rounding. */
function fractionPrice({ platformFee, serviceFee, counterpartyFee, ...terms }: Terms, sending: bigint): Price {
  const halfUp = (top: bigint, bottom: bigint) => (2n * top + bottom) / (2n * bottom);
  const { top, bottom } = unitRate(terms);
  const base = sending - platformFee.fixed - serviceFee.fixed;
  const serviceVariableFee = halfUp(base * serviceFee.bps, 10_000n);
  const [p, g] = [platformFee.fixed + halfUp(base * platformFee.bps, 10_000n), serviceFee.fixed + serviceVariableFee];
  return {
    sending,
    receiving: ((sending - p - g) * top) / bottom - counterpartyFee,
    platformFee: p,
    serviceFee: g,
    serviceVariableFee,
    counterpartyFee,
    fees: p + g + halfUp(counterpartyFee * bottom, top),
  };
}

/** Smallest receiving units per smallest sending unit, as a fraction. */
function unitRate({ rate, sendingDecimals, receivingDecimals }: Pick<Terms, 'rate' | 'sendingDecimals' | 'receivingDecimals'>) {
  return {
    top: rate.digits * 10n ** BigInt(receivingDecimals),
    bottom: 10n ** BigInt(rate.scale + sendingDecimals),
  };
}

/** All debits slightly below this one, where rounding could yield the same result, and some far below. */
function* lesserDebits({ platformFee, serviceFee }: Terms, sending: bigint) {
  const share = 10_000n - platformFee.bps - serviceFee.bps;
  const near = share > 0n ? 20_000n / share + 2n : 2n;
  const last = near > 500n ? 500n : near;
  for (let less = 1n; less <= last && less < sending; less++) yield sending - less;
  for (const divisor of [2n, 3n, 10n]) yield sending / divisor;
}

function worth(code: string): Worth {
  const found = sandboxWorths.get(code);
  if (!found) throw new Error(`Nobody trades ${code}.`);
  return found;
}
