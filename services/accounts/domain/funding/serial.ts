// Numbers derived from a serial number: unique, not consecutive, and without sandbox suffixes.

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** The payment reference of an account: `ABCD-EFGHIJ`, 50 bits. */
export function referenceOf(serial: bigint): string {
  const bits = scattered(serial, 1n << 50n);
  const characters = Array.from({ length: 10 }, (_, at) => alphabet[Number((bits >> BigInt(5 * at)) & 31n)]).join('');
  return `${characters.slice(0, 4)}-${characters.slice(4)}`;
}

/**
 * `length` digits whose last `tail` digits start with 3 or more, so that the number, with check digits that may follow, has no sandbox
 * suffix (which start with 0, 1 or 2). Beyond the range of this length, numbers repeat.
 */
export function digitsOf(serial: bigint, length: number, tail = 3): string {
  const unit = 10n ** BigInt(tail - 1);
  const tails = 7n * unit;
  const heads = 10n ** BigInt(length - tail);
  const end = 3n * unit + (serial % tails);
  return `${String(scattered(serial / tails, heads)).padStart(length - tail, '0')}${end}`;
}

/** A bijection of the numbers below `size`: the factor has no common divisor with any power of two or ten. */
function scattered(serial: bigint, size: bigint): bigint {
  return (serial * 618_033_988_749_891n + 271_828_182_845n) % size;
}
