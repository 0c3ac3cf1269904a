// The arithmetic of payments, from the quote to the last refund: what holds for all currencies, fees and amounts, up to the limits.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { currencies } from '../../services/kit/currencies.ts';
import { decimalOf, multiply, parseDecimal, shift, textOf } from '../../services/kit/decimal.ts';
import {
  dispatchLegs,
  holdLegs,
  type Leg,
  type Payment,
  refundDoneLegs,
  refundFailLegs,
  releaseLegs,
  reverseLegs,
  settleLegs,
} from '../../services/transfers/domain/legs.ts';
import {
  type Price,
  priceReceiving,
  priceSending,
  printedRate,
  type Terms,
  takesAll,
} from '../../services/transfers/domain/pricing.ts';
import { multipliersOf } from '../../services/transfers/domain/rate-details.ts';
import { rateBetween, sandboxRates, type Worth } from '../../services/transfers/domain/rates.ts';

/** The largest amount that a request may lock. */
const lockedMax = 9_000_000_000_000_000n;

const traded = currencies.filter(({ code }) => sandboxRates.worthOf(code));
const currency = fc.constantFrom(...traded);
const decimals = fc.constantFrom(0, 2, 6, 8);
const fee = (bpsMax: bigint) => fc.record({ fixed: fc.bigInt(0n, 10_000n), bps: fc.bigInt(0n, bpsMax) });
const fees = {
  platformFee: fee(10_000n),
  serviceFee: fee(500n),
  counterpartyFee: fc.oneof(fc.constant(0n), fc.bigInt(0n, 500n)),
};

const anyRate = fc.tuple(fc.bigInt(1n, 999_999_999_999n), fc.nat(14)).map(([digits, scale]) => ({ digits, scale }));
const inventedTerms: fc.Arbitrary<Terms> = fc.record({
  rate: anyRate,
  sendingDecimals: decimals,
  receivingDecimals: decimals,
  ...fees,
});
const sandboxTerms: fc.Arbitrary<Terms> = fc
  .record({ from: currency, to: currency, ...fees })
  .map(({ from, to, ...rest }) => ({ ...rest, ...marketOf(from, to) }));
const anyTerms = fc.oneof(sandboxTerms, inventedTerms);

/** Any size alike, and both ends. */
const anyAmount = fc.oneof(
  fc.nat(15).chain((digits) => fc.bigInt(1n, 10n ** BigInt(digits))),
  fc.bigInt(lockedMax - 10_000n, lockedMax),
  fc.constantFrom(1n, 2n, lockedMax),
);

function marketOf(from: (typeof traded)[number], to: (typeof traded)[number]) {
  const rate = rateBetween(sandboxRates, from.code, to.code);
  if (!rate) throw new Error(`Nobody trades ${from.code} for ${to.code}.`);
  return { rate, sendingDecimals: from.decimals, receivingDecimals: to.decimals };
}

const runs = { numRuns: 2_000 };

describe('a price', () => {
  test('is what the formulas give in fractions, fee by fee', () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, (terms, sending) => {
        const price = priceSending(terms, sending);
        if (!price) return;
        expect(price).toEqual(fractionPrice(terms, sending));
      }),
      runs,
    );
  });

  test('takes less than all in fees, of which the platform has a part, unless it is refused for that', () => {
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

  test('of a locked receiver is the smallest debit that brings as much', () => {
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

  test('of a locked sender can be had by locking what it brings, for no more', () => {
    fc.assert(
      fc.property(anyTerms, anyAmount, (terms, sending) => {
        const forward = priceSending(terms, sending);
        if (!forward) return;
        expect(priceReceiving(terms, forward.receiving)?.sending).toBeLessThanOrEqual(sending);
      }),
      runs,
    );
  });

  test('leaves the conversion no loss, and less than one unit of gain where the sender is locked', () => {
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
  const tolerance = 10n ** 10n; // of twelve digits the last may be off by a few

  test('are the reciprocal of the locked one', () => {
    fc.assert(
      fc.property(anyRate, (rate) => {
        expect(isNear(multiply(rate, printedRate(rate)), decimalOf(1n))).toBe(true);
      }),
      runs,
    );
  });

  test("multiply, over the millisatoshi, to the locked one less the service's share", () => {
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

describe('from the quote to the end no unit is lost', () => {
  const quoted = fc.record({
    terms: anyTerms,
    amount: anyAmount,
    isSendingLocked: fc.boolean(),
    isInside: fc.boolean(),
    isPulled: fc.boolean(),
  });

  const stories: [string, (payment: Payment) => Leg[][], (payment: Payment) => Record<string, bigint>][] = [
    ['delivered', (one) => [holdLegs(one), dispatchLegs(one), settleLegs(one)], deliveredBooks],
    ['failed before the dispatch', (one) => [holdLegs(one), releaseLegs(one), refundDoneLegs(one)], () => ({})],
    ['failed after it', (one) => [holdLegs(one), dispatchLegs(one), reverseLegs(one, false), refundDoneLegs(one)], () => ({})],
    [
      'returned',
      (one) => [holdLegs(one), dispatchLegs(one), settleLegs(one), reverseLegs(one, true), refundDoneLegs(one)],
      () => ({}),
    ],
    [
      'refunded in vain',
      (one) => [holdLegs(one), dispatchLegs(one), reverseLegs(one, false), refundFailLegs(one)],
      (one) => ({ [`${originOf(one)} S`]: -one.sending, 'REFUND_SUSPENSE S': one.sending }),
    ],
  ];

  test.each(stories)('when it is %s', (_, story, expected) => {
    fc.assert(
      fc.property(quoted, ({ terms, amount, isSendingLocked, isInside, isPulled }) => {
        const price = isSendingLocked ? priceSending(terms, amount) : priceReceiving(terms, amount);
        if (!price) return;
        const payment = paymentFor(price, { isInside, isPulled });
        const journals = story(payment);
        for (const legs of journals) expect(sumsOf(legs, ({ currency: code }) => code)).toEqual({});
        expect(sumsOf(journals.flat(), nameOf)).toEqual(expected(payment));
      }),
      runs,
    );
  });
});

/** The formulas of the quote once more, in fractions and without rounding anything early. */
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

/** Smallest receiving units for one smallest sending unit, as a fraction. */
function unitRate({ rate, sendingDecimals, receivingDecimals }: Pick<Terms, 'rate' | 'sendingDecimals' | 'receivingDecimals'>) {
  return {
    top: rate.digits * 10n ** BigInt(receivingDecimals),
    bottom: 10n ** BigInt(rate.scale + sendingDecimals),
  };
}

/** All debits so little below this one that rounding could make them bring as much, and some far below. */
function* lesserDebits({ platformFee, serviceFee }: Terms, sending: bigint) {
  const share = 10_000n - platformFee.bps - serviceFee.bps;
  const near = share > 0n ? 20_000n / share + 2n : 2n;
  const last = near > 500n ? 500n : near;
  for (let less = 1n; less <= last && less < sending; less++) yield sending - less;
  for (const divisor of [2n, 3n, 10n]) yield sending / divisor;
}

function worth(code: string): Worth {
  const found = sandboxRates.worthOf(code);
  if (!found) throw new Error(`Nobody trades ${code}.`);
  return found;
}

function paymentFor(price: Price, { isInside, isPulled }: { isInside: boolean; isPulled: boolean }): Payment {
  return {
    ...(isPulled ? { fundingRail: 'ACH' } : { sourceId: 'source' }),
    ...(isInside && { destinationId: 'destination' }),
    ...(price.platformFee > 0n && { feeAccountId: 'fees' }),
    rail: 'SEPA',
    sendingCurrency: 'S',
    receivingCurrency: 'R',
    sending: price.sending,
    receiving: price.receiving,
    platformFee: price.platformFee,
    serviceFee: price.serviceFee,
    counterpartyFee: price.counterpartyFee,
  };
}

const originOf = ({ sourceId }: Payment) => (sourceId ? 'source:AVAILABLE' : 'WORLD:ACH');

function deliveredBooks(payment: Payment): Record<string, bigint> {
  const { sending, receiving, platformFee, serviceFee, counterpartyFee, destinationId } = payment;
  const books = {
    [`${originOf(payment)} S`]: -sending,
    'FX S': sending - platformFee - serviceFee,
    'FX R': -(receiving + counterpartyFee),
    'FEE_SERVICE S': serviceFee,
    'FEE_COUNTERPARTY R': counterpartyFee,
    'fees:AVAILABLE S': platformFee,
    [destinationId ? 'destination:AVAILABLE R' : 'WORLD:SEPA R']: receiving,
  };
  return Object.fromEntries(Object.entries(books).filter(([, sum]) => sum !== 0n));
}

/** What is not zero. Of a limited credit, all goes to who is owed; nobody owes here. */
function sumsOf(legs: readonly Leg[], keyOf: (leg: Leg) => string): Record<string, bigint> {
  const sums: Record<string, bigint> = {};
  for (const leg of legs) sums[keyOf(leg)] = (sums[keyOf(leg)] ?? 0n) + leg.amount;
  return Object.fromEntries(Object.entries(sums).filter(([, sum]) => sum !== 0n));
}

function nameOf({ account: own, restFrom, amount, currency: code }: Leg): string {
  const account = restFrom && amount > 0n ? restFrom : own;
  if ('accountId' in account) return `${account.accountId}:${account.part} ${code}`;
  return `${account.house}${account.rail ? `:${account.rail}` : ''} ${code}`;
}
