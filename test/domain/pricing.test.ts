// The arithmetic of a quote, exact to the unit.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { noFee, priceReceiving, priceSending, printedRate, type Terms } from '../../services/transfers/domain/rates/pricing.ts';
import { rateBetween, ratesIn, sandboxWorths } from '../../services/transfers/domain/rates/rates.ts';
import { parseDecimal, textOf } from '../../services/transfers/domain/shared/decimal.ts';

const terms = (changes: Partial<Terms> = {}): Terms => ({
  rate: parseDecimal('0.92'),
  sendingDecimals: 2,
  receivingDecimals: 2,
  platformFee: { fixed: 75n, bps: 40n },
  serviceFee: { fixed: 25n, bps: 50n },
  counterpartyFee: 0n,
  ...changes,
});

const anyTerms = fc.record({
  rate: fc.tuple(fc.bigInt(1n, 999_999_999_999n), fc.nat(12)).map(([digits, scale]) => ({ digits, scale })),
  sendingDecimals: fc.constantFrom(0, 2, 6, 8),
  receivingDecimals: fc.constantFrom(0, 2, 6, 8),
  platformFee: fc.record({ fixed: fc.bigInt(0n, 200n), bps: fc.bigInt(0n, 5_000n) }),
  serviceFee: fc.record({ fixed: fc.bigInt(0n, 200n), bps: fc.bigInt(0n, 4_000n) }),
  counterpartyFee: fc.bigInt(0n, 50n),
});

test('with the sending side locked, fees are deducted from the sent amount', () => {
  expect(priceSending(terms(), 20_000n)).toEqual({
    sending: 20_000n,
    receiving: 18_142n,
    platformFee: 155n,
    serviceFee: 125n,
    serviceVariableFee: 100n,
    counterpartyFee: 0n,
    fees: 280n,
  });
});

test('with the receiving side locked, the smallest sufficient debit is found', () => {
  expect(priceReceiving(terms(), 18_142n)).toEqual({
    sending: 19_999n,
    receiving: 18_142n,
    platformFee: 155n,
    serviceFee: 124n,
    serviceVariableFee: 99n,
    counterpartyFee: 0n,
    fees: 279n,
  });
});

test("the counterparty's fee is deducted on arrival, and shown in sending units", () => {
  const price = priceSending(terms({ counterpartyFee: 100n, platformFee: noFee, serviceFee: noFee }), 10_000n);

  expect(price).toMatchObject({ receiving: 9_100n, counterpartyFee: 100n, fees: 109n });
});

test.each([
  ['nothing remains after the fixed fees', terms(), 100n],
  ['less than one unit arrives', terms({ rate: parseDecimal('0.001') }), 500n],
  ['the result exceeds the maximum', terms({ rate: parseDecimal('25300') }), 9_000_000_000_000_000n],
])('there is no price when %s', (_, priced, sending) => {
  expect(priceSending(priced, sending)).toBeUndefined();
});

test('there is no price for a receiver if fees consume everything', () => {
  expect(priceReceiving(terms({ platformFee: { fixed: 0n, bps: 10_000n } }), 100n)).toBeUndefined();
});

test('the sent amount is exactly fees plus the converted amount', () => {
  fc.assert(
    fc.property(anyTerms, fc.bigInt(1n, 10n ** 15n), (priced, sending) => {
      const price = priceSending(priced, sending);
      if (!price) return;

      const net = sending - price.platformFee - price.serviceFee;
      expect(price.platformFee).toBeLessThanOrEqual(price.fees);
      expect(net).toBeGreaterThan(0n);
      expect(price.receiving).toBeGreaterThan(0n);
    }),
  );
});

test('a locked receiver gets exactly the requested amount, for the smallest debit', () => {
  fc.assert(
    fc.property(anyTerms, fc.bigInt(1n, 3_000n), (priced, receiving) => {
      const price = priceReceiving(priced, receiving);
      if (!price || price.sending > 100_000n) return;

      expect(price.receiving).toBe(receiving);
      const enough = (sending: bigint) => (priceSending(priced, sending)?.receiving ?? 0n) >= receiving;
      expect(enough(price.sending)).toBe(true);
      for (let less = price.sending - 1n; less > 0n && less > price.sending - 400n; less--) expect(enough(less)).toBe(false);
    }),
  );
});

test('locking the receiver is never cheaper than locking the sender', () => {
  fc.assert(
    fc.property(anyTerms, fc.bigInt(1n, 10n ** 9n), (priced, sending) => {
      const forward = priceSending(priced, sending);
      if (!forward) return;
      const back = priceReceiving(priced, forward.receiving);

      expect(back?.sending).toBeLessThanOrEqual(sending);
      expect(back && priceSending(priced, back.sending)?.receiving).toBeGreaterThanOrEqual(forward.receiving);
    }),
  );
});

test.each([
  ['USD', 'EUR', '0.92', '1.08695652174'],
  ['EUR', 'USD', '1.08695652174', '0.919999999999'],
  ['USD', 'USD', '1', '1'],
  ['USDC', 'USD', '1', '1'],
  ['EUR', 'MXN', '18.75', '0.0533333333333'],
  ['USD', 'BTC', '0.00000833333333333', '120000'],
  ['BTC', 'USD', '120000', '0.00000833333333333'],
  ['BTC', 'EUR', '110400', '0.00000905797101449'],
  ['USD', 'VND', '25300', '0.0000395256916996'],
])('one %s is %s %s; a quote prints %s', (sending, receiving, rate, printed) => {
  const found = rateBetween(ratesIn(sandboxWorths), sending, receiving);

  expect(found && textOf(found)).toBe(rate);
  expect(found && textOf(printedRate(found))).toBe(printed);
});

test('untraded pairs have no rate', () => {
  expect(rateBetween(ratesIn(sandboxWorths), 'USD', 'CHF')).toBeUndefined();
});
