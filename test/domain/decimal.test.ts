// Exact decimals: text, rounding, and the twelve digits of a rate.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  compare,
  type Decimal,
  decimalOf,
  divideToRate,
  floorOf,
  halfUpOf,
  multiply,
  parseDecimal,
  shift,
  textOf,
} from '../../services/transfers/domain/shared/decimal.ts';

const decimals = fc
  .tuple(fc.bigInt(-(10n ** 30n), 10n ** 30n), fc.nat(25))
  .map(([digits, scale]): Decimal => ({ digits, scale }));
const positives = fc.tuple(fc.bigInt(1n, 10n ** 30n), fc.nat(25)).map(([digits, scale]): Decimal => ({ digits, scale }));

test.each([
  [{ digits: 92n, scale: 2 }, '0.92'],
  [{ digits: 120n, scale: 1 }, '12'],
  [{ digits: 5n, scale: -3 }, '5000'],
  [{ digits: 0n, scale: 4 }, '0'],
  [{ digits: -5n, scale: 3 }, '-0.005'],
])('%o is written %s', (value, text) => {
  expect(textOf(value)).toBe(text);
});

test('formatted values parse again', () => {
  fc.assert(
    fc.property(decimals, (value) => {
      expect(compare(parseDecimal(textOf(value)), value)).toBe(0);
    }),
  );
});

test.each(['', '.5', '1.', '1e3', '+1', ' 1', '1,5'])("'%s' is not a decimal", (text) => {
  expect(() => parseDecimal(text)).toThrow(RangeError);
});

test.each([
  ['1', '0.92', '1.08695652174'],
  ['1', '3', '0.333333333333'],
  ['2', '3', '0.666666666667'],
  ['1', '120000', '0.00000833333333333'],
  ['17.25', '0.92', '18.75'],
  ['1', '999999999999.5', '0.000000000001'],
  ['1000000000000.5', '1', '1000000000000'],
  ['100000000000.5', '1', '100000000001'],
])('%s divided by %s is %s', (a, b, quotient) => {
  expect(textOf(divideToRate(parseDecimal(a), parseDecimal(b)))).toBe(quotient);
});

test('a rate is off by at most half of its last digit', () => {
  fc.assert(
    fc.property(positives, positives, (a, b) => {
      const rate = divideToRate(a, b);

      const half = { digits: 5n, scale: rate.scale + 1 };
      const high = multiply({ digits: rate.digits * 10n + half.digits, scale: half.scale }, b);
      const low = multiply({ digits: rate.digits * 10n - half.digits, scale: half.scale }, b);
      expect(compare(low, a)).toBeLessThanOrEqual(0);
      expect(compare(a, high)).toBeLessThanOrEqual(0);
      expect(rate.digits.toString().length).toBeLessThanOrEqual(13);
    }),
  );
});

test.each([
  ['2.5', 2n, 3n],
  ['-2.5', -3n, -2n],
  ['2.49', 2n, 2n],
  ['-0.1', -1n, 0n],
])('%s is %s rounded down and %s rounded half up', (text, down, half) => {
  expect([floorOf(parseDecimal(text)), halfUpOf(parseDecimal(text))]).toEqual([down, half]);
});

test('shifting moves the point', () => {
  expect(textOf(shift(decimalOf(12345n), -2))).toBe('123.45');
});
