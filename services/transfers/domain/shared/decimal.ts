// Exact decimals on bigint: rates and multipliers. Every rounding is a named function, and no value is ever a `number`.

/** `digits` divided by ten to the power of `scale`. */
export interface Decimal {
  readonly digits: bigint;
  readonly scale: number;
}

/** Number of significant digits of a rate. */
export const rateDigits = 12;

export const one: Decimal = { digits: 1n, scale: 0 };

/** Parses plain decimal text: `0.92`, `-3`, `1550`. Throws for anything else. */
export function parseDecimal(text: string): Decimal {
  const match = decimalShape.exec(text);
  if (!match) throw new RangeError(`'${text}' is not a decimal.`);
  const [, sign = '', whole = '', fraction = ''] = match;
  return { digits: BigInt(sign + whole + fraction), scale: fraction.length };
}

const decimalShape = /^(-?)(\d+)(?:\.(\d+))?$/;

/** A whole number of units of 10^-`scale`: `decimalOf(250n, 2)` is 2.5. */
export function decimalOf(digits: bigint, scale = 0): Decimal {
  return { digits, scale };
}

/** The shortest text of the value: no exponent, no trailing zeros, never `-0`. */
export function textOf({ digits, scale }: Decimal): string {
  const sign = digits < 0n ? '-' : '';
  const plain = magnitude(digits)
    .toString()
    .padStart(scale + 1, '0');
  const whole = scale > 0 ? plain.slice(0, -scale) : plain + '0'.repeat(-scale);
  const fraction = scale > 0 ? plain.slice(-scale).replace(/0+$/, '') : '';
  const text = fraction ? `${whole}.${fraction}` : whole;
  return `${digits === 0n ? '' : sign}${text.replace(/^0+(?=\d)/, '')}`;
}

/** The exact product. */
export function multiply(a: Decimal, b: Decimal): Decimal {
  return { digits: a.digits * b.digits, scale: a.scale + b.scale };
}

/** The exact value times ten to the power of `places`. */
export function shift({ digits, scale }: Decimal, places: number): Decimal {
  return { digits, scale: scale - places };
}

/** The quotient of two positive decimals, rounded half up to 12 significant digits. */
export function divideToRate(a: Decimal, b: Decimal): Decimal {
  if (a.digits <= 0n || b.digits <= 0n) throw new RangeError('A rate is the quotient of two positive numbers.');
  const spare = Math.max(0, rateDigits + 1 + digitCount(b.digits) - digitCount(a.digits));
  // With an extra digit, the floor is on the same side of every half as the quotient, so both round to the same value.
  const quotient = divideFloor(a.digits * tenTo(spare), b.digits);
  return toRateDigits({ digits: quotient, scale: a.scale - b.scale + spare });
}

/** A positive decimal rounded half up to 12 significant digits. */
export function toRateDigits(value: Decimal): Decimal {
  const surplus = digitCount(value.digits) - rateDigits;
  if (surplus <= 0) return value;
  return { digits: divideHalfUp(value.digits, tenTo(surplus)), scale: value.scale - surplus };
}

/** The greatest integer that is not above the value. */
export function floorOf({ digits, scale }: Decimal): bigint {
  return scale <= 0 ? digits * tenTo(-scale) : divideFloor(digits, tenTo(scale));
}

/** The nearest integer; a half goes up. */
export function halfUpOf({ digits, scale }: Decimal): bigint {
  return scale <= 0 ? digits * tenTo(-scale) : divideHalfUp(digits, tenTo(scale));
}

/** `a` / `b` rounded down, for positive `b`. */
export function divideFloor(a: bigint, b: bigint): bigint {
  const quotient = a / b;
  return a % b < 0n ? quotient - 1n : quotient;
}

/** `a` / `b` rounded up, for positive `b`. */
export function divideCeiling(a: bigint, b: bigint): bigint {
  return -divideFloor(-a, b);
}

/** `a` / `b` rounded to the nearest integer, a half going up, for positive `b`. */
export function divideHalfUp(a: bigint, b: bigint): bigint {
  return divideFloor(2n * a + b, 2n * b);
}

/** Ten to a power that is not negative. */
export function tenTo(power: number): bigint {
  return 10n ** BigInt(power);
}

/** Negative, zero or positive, if `a` is below, equal to or above `b`. */
export function compare(a: Decimal, b: Decimal): number {
  const scale = Math.max(a.scale, b.scale);
  const difference = a.digits * tenTo(scale - a.scale) - b.digits * tenTo(scale - b.scale);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

const magnitude = (value: bigint) => (value < 0n ? -value : value);
const digitCount = (value: bigint) => magnitude(value).toString().length;
